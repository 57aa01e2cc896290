#pragma once

#include <signal.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "backend_host/block_runner.h"
#include "backend_host/host_module.h"
#include "model/job.h"

namespace warpledger {

/// A validated launch: within the profile's limits, with arguments that match the kernel.
struct GridLaunch {
  const HostModule* module = nullptr;
  const shim::Kernel* kernel = nullptr;
  std::vector<void*> arguments;
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;
  std::string words;  ///< describes the launch in messages
};

/// Prepares the calling OS thread for block number `block`, x fastest.
BlockLaunch prepare_block(const GridLaunch& launch, std::uint64_t block, ThreadObserver* observer = nullptr);

/// Returns the GPU memory that blocks of the launch may use on the calling OS thread: `global` and the program's
/// variables.
std::vector<AddressRange> launch_memory(const GridLaunch& launch, const std::vector<AddressRange>& global);

/// Runs the blocks of a launch on all cores, started in order. Its OS threads and their stacks live as long as it does.
class GridRunner {
 public:
  GridRunner();
  ~GridRunner();
  GridRunner(const GridRunner&) = delete;
  GridRunner& operator=(const GridRunner&) = delete;

  /// Returns when all blocks have ended. Throws what the first failing block threw; later blocks do not start.
  void run(const GridLaunch& launch);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable work_given_, work_done_;
  const std::function<void()>* work_ = nullptr;
  std::uint64_t generation_ = 0;
  std::size_t busy_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

/// Returns an order of a control-flow graph's nodes, starting with the entry 0: each node follows all that lead to it,
/// except back edges, and the nodes of a loop are contiguous. `successors[i]` are those of node i. A warp whose lanes
/// continue in this order waits at the end of a branch or loop for the lanes still in it.
std::vector<std::uint32_t> loop_contiguous_order(const std::vector<std::vector<std::uint32_t>>& successors);

/// While it exists, a fault of a kernel on the calling OS thread (SIGSEGV, SIGBUS, SIGFPE, SIGILL) prints launch,
/// block, thread and cause to standard error before it ends the process. Provides the signal handler's stack, because
/// the kernel's own may have overflowed.
class CrashNote {
 public:
  CrashNote();
  ~CrashNote();
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;

 private:
  std::vector<char> stack_;
  stack_t before_{};
};

}  // namespace warpledger
