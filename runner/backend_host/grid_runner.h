#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "backend_host/host_module.h"
#include "model/job.h"

namespace warpledger {

/// One launch, checked: everything lies within the profile's limits and the arguments fit the kernel.
struct GridLaunch {
  const HostModule* module = nullptr;
  const shim::Kernel* kernel = nullptr;
  std::vector<void*> arguments;  ///< each points to the argument's value
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;  ///< dynamic
  std::string words;               ///< which launch it is, for a person
};

/// Runs launches: the blocks of a grid on the machine's cores, started in their order. Its OS threads live as long as
/// it does, and so do their stacks.
class GridRunner {
 public:
  GridRunner();
  ~GridRunner();
  GridRunner(const GridRunner&) = delete;
  GridRunner& operator=(const GridRunner&) = delete;

  /// Returns when all blocks have ended. Throws what the first failing block threw; the blocks after it do not start.
  void run(const GridLaunch& launch);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable work_given_, work_done_;
  const std::function<void()>* work_ = nullptr;  ///< run once by each OS thread
  std::uint64_t generation_ = 0;
  std::size_t busy_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace warpledger
