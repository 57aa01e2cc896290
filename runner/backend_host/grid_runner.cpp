#include "backend_host/grid_runner.h"

#include <algorithm>
#include <atomic>
#include <exception>

#include "backend_host/block_runner.h"
#include "backend_host/crash_note.h"

namespace warpledger {
namespace {

// A block of 1024 waiting threads needs 1024 stacks with guard pages, that is 2048 mappings of the 65530 that Linux
// grants a process by default.
constexpr unsigned kMaxThreads = 16;

shim::Index index_of(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

/// The blocks of one grid, handed out in order.
class Blocks {
 public:
  explicit Blocks(const GridLaunch& launch) : launch_(launch), count_(launch.grid.volume()) {}

  /// Runs blocks on the calling OS thread until none is left.
  void run_some() {
    thread_local BlockRunner runner;
    shim::Registers& registers = launch_.module->registers();
    for (std::uint64_t i = next_++; i < count_; i = next_++) {
      launch_.module->poison_shared(launch_.shared_bytes);
      registers.block_size = index_of(launch_.block);
      registers.grid_size = index_of(launch_.grid);
      registers.block = block_index(i);
      try {
        runner.run({launch_.kernel->call, launch_.arguments.data(), launch_.block, &registers, launch_.words.c_str()});
      } catch (...) {
        fail(std::current_exception());
      }
    }
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  shim::Index block_index(std::uint64_t i) const {
    const Extent& grid = launch_.grid;
    return {static_cast<unsigned>(i % grid.x), static_cast<unsigned>(i / grid.x % grid.y),
            static_cast<unsigned>(i / grid.x / grid.y)};
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    next_ = count_;
  }

  const GridLaunch& launch_;
  std::uint64_t count_;
  std::atomic<std::uint64_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

GridRunner::GridRunner() {
  const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
  for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { serve(); });
}

GridRunner::~GridRunner() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_given_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void GridRunner::serve() {
  const CrashNote crash_note;
  std::unique_lock lock(mutex_);
  for (std::uint64_t seen = 0;;) {
    work_given_.wait(lock, [&] { return stopping_ || generation_ != seen; });
    if (stopping_) return;
    seen = generation_;
    const std::function<void()>& work = *work_;
    lock.unlock();
    work();
    lock.lock();
    if (--busy_ == 0) work_done_.notify_one();
  }
}

void GridRunner::run(const GridLaunch& launch) {
  Blocks blocks(launch);
  const std::function<void()> work = [&blocks] { blocks.run_some(); };
  {
    std::unique_lock lock(mutex_);
    work_ = &work;
    busy_ = threads_.size();
    ++generation_;
    work_given_.notify_all();
    work_done_.wait(lock, [this] { return busy_ == 0; });
  }
  blocks.rethrow_failure();
}

}  // namespace warpledger
