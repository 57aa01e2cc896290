#include "backend_host/grid_runner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <exception>
#include <optional>

#include "backend_host/block_runner.h"
#include "base/cores.h"

namespace warpledger {
namespace {

constexpr std::array<int, 4> kFaults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Threads often fault together: the first one reports, the others give it a second to end the process.
std::atomic_flag told = ATOMIC_FLAG_INIT;

const char* what_happened(int signal, bool in_stack_guard) {
  if (in_stack_guard) return "stack overflow";
  if (signal == SIGFPE) return "integer division by zero";
  return signal == SIGILL ? "illegal instruction" : "invalid memory access";
}

/// Async-signal-safe: allocates nothing and takes no lock.
void write_note(int signal, const KernelThread& at) {
  std::array<char, 600> text{};
  const auto end = fmt::format_to_n(text.data(), text.size(), "{}: block ({},{},{}), thread ({},{},{}): {}\n",
                                    at.launch, at.block.x, at.block.y, at.block.z, at.thread.x, at.thread.y,
                                    at.thread.z, what_happened(signal, at.in_stack_guard));
  if (write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end.out - text.data())) < 0) return;
}

void on_fault(int signal, siginfo_t* info, void* /*context*/) {
  if (told.test_and_set())
    sleep(1);
  else if (const auto at = BlockRunner::kernel_thread(info->si_addr))
    write_note(signal, *at);
  std::signal(signal, SIG_DFL);  // returning repeats the fault, which then ends the process
}

using Nodes = std::vector<std::uint32_t>;

// A block of 1024 waiting threads needs 1024 stacks with guard pages: 2048 of Linux's default 65530 mappings per
// process.
constexpr std::size_t kMaxThreads = 16;

shim::Index index_of(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

/// Hands out the blocks of a grid in order.
class Blocks {
 public:
  explicit Blocks(const GridLaunch& launch) : launch_(launch), count_(launch.grid.volume()) {}

  void run_some() {
    thread_local BlockRunner runner;
    for (std::uint64_t i = next_++; i < count_; i = next_++) {
      const BlockLaunch block = prepare_block(launch_, i);
      try {
        runner.run(block);
        check_shared(block);
      } catch (...) {
        fail(std::current_exception());
      }
    }
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  /// On a GPU such a block fails the launch or corrupts another block's memory.
  void check_shared(const BlockLaunch& block) const {
    const std::uint64_t past_bytes = launch_.module->written_past_shared(launch_.shared_bytes);
    if (past_bytes == 0) return;
    const shim::Index& index = block.registers->block;
    throw PointFailure(
        Outcome::launch_failed,
        fmt::format("block ({},{},{}) wrote up to {} bytes past the end of its {} bytes of dynamic shared "
                    "memory; is `shared_bytes` too small?",
                    index.x, index.y, index.z, past_bytes, launch_.shared_bytes));
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

/// Tarjan's strongly connected components of a part of the graph, each after those that lead to it.
class Components {
 public:
  Components(const std::vector<Nodes>& successors, const Nodes& part) : successors_(successors) {
    state_.resize(successors.size());
    for (const std::uint32_t node : part) state_[node].in_part = true;
    for (const std::uint32_t node : part)
      if (!state_[node].number) visit(node);
    std::reverse(found_.begin(), found_.end());
  }

  const std::vector<Nodes>& in_order() const { return found_; }

 private:
  struct State {
    bool in_part = false;
    bool on_path = false;
    std::optional<std::uint32_t> number;  ///< of the first visit
    std::uint32_t lowest = 0;             ///< lowest number it leads back to
  };

  void visit(std::uint32_t node) {
    state_[node].number = state_[node].lowest = count_++;
    state_[node].on_path = true;
    path_.push_back(node);
    for (const std::uint32_t next : successors_[node]) {
      if (!state_[next].in_part) continue;
      if (!state_[next].number) {
        visit(next);
        state_[node].lowest = std::min(state_[node].lowest, state_[next].lowest);
      } else if (state_[next].on_path) {
        state_[node].lowest = std::min(state_[node].lowest, *state_[next].number);
      }
    }
    if (state_[node].lowest != *state_[node].number) return;
    const auto begin = std::find(path_.begin(), path_.end(), node);
    for (auto i = begin; i != path_.end(); ++i) state_[*i].on_path = false;
    found_.emplace_back(begin, path_.end());
    path_.erase(begin, path_.end());
  }

  const std::vector<Nodes>& successors_;
  std::vector<State> state_;
  Nodes path_;
  std::uint32_t count_ = 0;
  std::vector<Nodes> found_;  ///< each in order of first visit, so a loop's entry comes first
};

void append_in_order(const std::vector<Nodes>& successors, const Nodes& part, Nodes& order) {
  const Components components(successors, part);
  for (const Nodes& component : components.in_order()) {
    // Without its entry, a loop splits into the parts of one iteration.
    order.push_back(component.front());
    if (component.size() > 1) append_in_order(successors, {component.begin() + 1, component.end()}, order);
  }
}

}  // namespace

BlockLaunch prepare_block(const GridLaunch& launch, std::uint64_t block, ThreadObserver* observer) {
  const Extent& grid = launch.grid;
  shim::Registers& registers = launch.module->registers();
  launch.module->poison_shared(launch.shared_bytes);
  registers.block_size = index_of(launch.block);
  registers.grid_size = index_of(grid);
  registers.block = {static_cast<unsigned>(block % grid.x), static_cast<unsigned>(block / grid.x % grid.y),
                     static_cast<unsigned>(block / grid.x / grid.y)};
  return {.call = launch.kernel->call,
          .arguments = launch.arguments.data(),
          .block = launch.block,
          .registers = &registers,
          .words = launch.words.c_str(),
          .observer = observer};
}

std::vector<AddressRange> launch_memory(const GridLaunch& launch, const std::vector<AddressRange>& global) {
  std::vector<AddressRange> all = launch.module->variables(launch.shared_bytes);
  all.insert(all.end(), global.begin(), global.end());
  return all;
}

GridRunner::GridRunner() {
  const std::size_t count = std::min(usable_cores(), kMaxThreads);
  for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this] { serve(); });
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

std::vector<std::uint32_t> loop_contiguous_order(const std::vector<std::vector<std::uint32_t>>& successors) {
  Nodes all(successors.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  Nodes order;
  order.reserve(all.size());
  append_in_order(successors, all, order);
  return order;
}

CrashNote::CrashNote() : stack_(std::size_t{64} << 10) {
  stack_t stack{};
  stack.ss_sp = stack_.data();
  stack.ss_size = stack_.size();
  sigaltstack(&stack, &before_);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int fault : kFaults) sigaction(fault, &action, nullptr);
}

CrashNote::~CrashNote() { sigaltstack(&before_, nullptr); }

}  // namespace warpledger
