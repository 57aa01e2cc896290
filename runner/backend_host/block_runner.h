#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend_host/fiber.h"
#include "backend_host/shim/abi.h"
#include "backend_host/warp_exchange.h"
#include "model/job.h"

namespace warpledger {

/// Follows the threads of a block. A warp runs as a unit: threads of other warps wait until all of its threads have
/// ended or wait for other warps.
class ThreadObserver {
 public:
  virtual ~ThreadObserver() = default;

  virtual void enter(std::uint32_t thread, const Fiber& stack) = 0;

  /// The current thread is about to wait at a barrier.
  virtual void arrive_at_barrier(const void* site) = 0;
  /// Same, for the lanes of its warp in `mask`. `shuffles`: see shim::Runtime::arrive.
  virtual void arrive_at_warp_operation(std::uint32_t mask, std::uint32_t shuffles, const void* site) = 0;

  /// Called when no thread of the warp can continue. Returns the lanes, as a mask, that called BlockRunner::pause() and
  /// may continue.
  virtual std::uint32_t settle() = 0;
};

struct BlockLaunch {
  void (*call)(void* const* arguments) = nullptr;
  void* const* arguments = nullptr;
  Extent block;
  shim::Registers* registers = nullptr;  ///< of this OS thread; all set except the thread index
  const char* words = "";                ///< describes the launch in messages
  ThreadObserver* observer = nullptr;    ///< null: threads run in the order with the fewest stack switches
  bool first_lanes_only = false;         ///< runs only lane 0 of each warp
};

struct KernelThread {
  const char* launch;  ///< BlockLaunch::words
  shim::Index block;
  shim::Index thread;
  bool in_stack_guard;  ///< the queried address is below the thread's stack
};

/// Runs the CUDA threads of one block at a time on the calling OS thread.
///
/// A fiber starts one thread after another, without a switch as long as they end without waiting. A waiting thread
/// keeps its fiber, and another fiber continues with the next thread. Warps are 32 consecutive threads, x fastest.
class BlockRunner {
 public:
  BlockRunner() = default;
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// Throws PointFailure{launch_failed} on deadlock, and what the kernel throws (assert).
  void run(const BlockLaunch& launch);

  /// Functions that kernels call.
  static const shim::Runtime& runtime();

  /// Blocks the calling CUDA thread until the observer lets it continue.
  static void pause();

  /// Returns the CUDA thread on this OS thread, if any. Async-signal-safe.
  static std::optional<KernelThread> kernel_thread(const void* address);

 private:
  struct Barrier {
    shim::BarrierVote vote{};    ///< of the threads that have arrived
    shim::BarrierVote result{};  ///< of the last completed barrier
    std::vector<std::uint32_t> waiting;
  };
  struct AskedActiveMask {
    std::uint32_t thread;
    std::uint32_t call_site;
  };

  void begin(const BlockLaunch& launch);
  void go_on();
  Fiber* next_fiber();
  bool stays_in_warp() const;
  void let_another_go_on(Fiber& waiting);
  bool settle_warp();
  void start_threads();
  void run_thread(std::uint32_t thread);
  void end_thread(std::uint32_t thread);
  void wait();
  std::uint32_t stride() const { return launch_.first_lanes_only ? 32 : 1; }
  void abandon();
  Fiber& idle_fiber();

  shim::BarrierVote barrier(bool predicate, const void* site);
  void complete_barrier();
  shim::Exchange* arrive(std::uint32_t mask, std::uint64_t bits, std::uint32_t shuffles, const void* site);
  void complete_warp_operations(std::uint32_t warp);
  std::uint32_t active_mask(std::uint32_t call_site);
  void answer_active_masks();
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void report_deadlock() const;

  BlockLaunch launch_;
  std::uint32_t thread_count_ = 0;
  std::uint32_t next_thread_ = 0;
  std::uint32_t live_count_ = 0;
  std::uint32_t current_ = 0;
  Fiber* running_ = nullptr;
  bool abandoned_ = false;
  bool stopping_ = false;
  std::exception_ptr failure_;

  std::array<std::uint32_t, 32> live_lanes_{};      ///< by warp
  std::array<Fiber*, 1024> fiber_of_{};             ///< of waiting threads
  std::array<std::uint32_t, 1024> active_masks_{};  ///< by thread
  std::vector<std::uint32_t> ready_;                ///< waiting threads that may continue
  std::vector<AskedActiveMask> asked_;
  Barrier barrier_;
  WarpExchanges exchanges_;

  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
};

}  // namespace warpledger
