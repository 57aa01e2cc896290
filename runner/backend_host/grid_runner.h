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

/// One launch, checked: everything is within the profile's limits and the arguments fit the kernel.
struct GridLaunch {
  const HostModule* module = nullptr;
  const shim::Kernel* kernel = nullptr;
  std::vector<void*> arguments;  ///< each points to the argument's value
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;  ///< dynamic
  std::string words;               ///< which launch it is, for a person
};

/// Makes the calling OS thread ready for block number `block`, x fastest, and gives what BlockRunner needs to run it.
BlockLaunch prepare_block(const GridLaunch& launch, std::uint64_t block, ThreadObserver* observer = nullptr);

/// All memory of the GPU that blocks of the launch may use on the calling OS thread: `global` and the program's
/// variables.
std::vector<AddressRange> launch_memory(const GridLaunch& launch, const std::vector<AddressRange>& global);

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

/// An order of a control-flow graph's nodes, with 0, its entry, first: each comes after all that lead to it, but for
/// the jumps back in a loop, and a loop's nodes come in one piece. `successors[i]` are the nodes that follow node i. A
/// warp whose lanes continue in this order waits at the end of a branch or loop for those still in it.
std::vector<std::uint32_t> loop_contiguous_order(const std::vector<std::vector<std::uint32_t>>& successors);

/// For as long as it lives: a fault of a kernel on the calling OS thread (SIGSEGV, SIGBUS, SIGFPE, SIGILL) writes on
/// standard error which launch, block and thread it was and what happened there, and then ends the process as it would
/// have without. Its memory is the handler's stack, because the kernel's own may be what overflowed.
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
