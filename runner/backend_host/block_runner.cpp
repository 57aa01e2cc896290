#include "backend_host/block_runner.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "backend_host/warp_merge.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

/// Unwinds a waiting CUDA thread whose block has failed.
struct Abandoned {};

thread_local BlockRunner* current_runner = nullptr;

}  // namespace

BlockRunner::~BlockRunner() {
  stopping_ = true;
  for (const auto& fiber : fibers_) fiber->resume();
}

void BlockRunner::begin(const BlockLaunch& launch) {
  launch_ = launch;
  thread_count_ = static_cast<std::uint32_t>(launch.block.volume());
  live_count_ = (thread_count_ + stride() - 1) / stride();
  next_thread_ = 0;
  current_ = 0;
  abandoned_ = false;
  failure_ = nullptr;
  for (std::uint32_t warp = 0; warp * 32 < thread_count_; ++warp) {
    const std::uint32_t lanes = thread_count_ - warp * 32;
    live_lanes_[warp] = launch.first_lanes_only ? 1 : lanes >= 32 ? ~0u : (1u << lanes) - 1;
  }
  ready_.clear();
  asked_.clear();
  barrier_.vote = {};
  barrier_.waiting.clear();
  exchanges_.reset();
}

void BlockRunner::run(const BlockLaunch& launch) {
  begin(launch);
  current_runner = this;
  try {
    while (live_count_ > 0 && !failure_) go_on();
  } catch (...) {
    failure_ = std::current_exception();
  }
  if (failure_) abandon();
  current_runner = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// True if the next thread is of the warp that ran last.
bool BlockRunner::stays_in_warp() const {
  const std::uint32_t next = ready_.empty() ? next_thread_ : ready_.back();
  return next < thread_count_ && next / 32 == current_ / 32;
}

/// True if some threads of the warp that ran last continue before those of other warps.
bool BlockRunner::settle_warp() {
  if (launch_.observer == nullptr || stays_in_warp()) return false;
  const std::uint32_t lanes = launch_.observer->settle();
  for (std::uint32_t lane = 32; lane-- > 0;)
    if ((lanes >> lane & 1u) != 0) ready_.push_back(current_ / 32 * 32 + lane);
  return lanes != 0;
}

/// Returns the fiber to run next; null if all threads wait.
Fiber* BlockRunner::next_fiber() {
  if (!ready_.empty()) {
    const std::uint32_t thread = ready_.back();
    ready_.pop_back();
    return std::exchange(fiber_of_[thread], nullptr);
  }
  return next_thread_ < thread_count_ ? &idle_fiber() : nullptr;
}

void BlockRunner::go_on() {
  if (settle_warp()) return;
  if (Fiber* next = next_fiber()) {
    running_ = next;
    running_->resume();
  } else if (!asked_.empty()) {
    answer_active_masks();
  } else {
    report_deadlock();
  }
}

Fiber& BlockRunner::idle_fiber() {
  if (idle_.empty()) {
    auto fiber = std::make_unique<Fiber>([this] {
      while (!stopping_) {
        Fiber* mine = running_;
        start_threads();
        idle_.push_back(mine);
        mine->suspend();
      }
    });
    idle_.push_back(fibers_.emplace_back(std::move(fiber)).get());
  }
  Fiber& fiber = *idle_.back();
  idle_.pop_back();
  return fiber;
}

void BlockRunner::start_threads() {
  // Threads that may continue come first, to keep the number of stacks small.
  const bool one_warp = launch_.observer != nullptr;
  do {
    const std::uint32_t thread = next_thread_;
    next_thread_ += stride();  // advanced first: the thread may wait while others start
    run_thread(thread);
  } while (ready_.empty() && next_thread_ < thread_count_ && !failure_ && !(one_warp && next_thread_ % 32 == 0));
}

void BlockRunner::run_thread(std::uint32_t thread) {
  const Extent& block = launch_.block;
  current_ = thread;
  launch_.registers->thread = {thread % block.x, thread / block.x % block.y, thread / block.x / block.y};
  if (launch_.observer != nullptr) launch_.observer->enter(thread, *running_);
  try {
    launch_.call(launch_.arguments);
  } catch (const Abandoned&) {
    return;
  } catch (...) {
    failure_ = std::current_exception();
    return;
  }
  end_thread(thread);
}

void BlockRunner::end_thread(std::uint32_t thread) {
  --live_count_;
  live_lanes_[thread / 32] &= ~(1u << thread % 32);
  if (barrier_.vote.arrived > 0 && barrier_.vote.arrived == live_count_) complete_barrier();
  complete_warp_operations(thread / 32);
}

/// Suspends `waiting`. Switches directly to another fiber if one may run before the warp is settled: kernels with
/// shuffles run a tenth faster than through run().
void BlockRunner::let_another_go_on(Fiber& waiting) {
  const bool there = !ready_.empty() || (next_thread_ < thread_count_ && !idle_.empty());
  const bool may_go_on = launch_.observer == nullptr || stays_in_warp();
  if (abandoned_ || !there || !may_go_on) {
    waiting.suspend();
    return;
  }
  running_ = next_fiber();
  if (running_ != &waiting) waiting.hand_over(*running_);
}

/// Waits until another thread adds this one to ready_.
void BlockRunner::wait() {
  const std::uint32_t thread = current_;
  const shim::Index index = launch_.registers->thread;
  Fiber* fiber = running_;
  fiber_of_[thread] = fiber;
  let_another_go_on(*fiber);
  if (abandoned_) throw Abandoned{};
  current_ = thread;
  launch_.registers->thread = index;
  if (launch_.observer != nullptr) launch_.observer->enter(thread, *fiber);
}

void BlockRunner::pause() { current_runner->wait(); }

/// Unwinds all waiting threads, which makes all fibers idle.
void BlockRunner::abandon() {
  abandoned_ = true;
  next_thread_ = thread_count_;
  ready_.clear();
  for (std::uint32_t thread = 0; thread < thread_count_; ++thread) {
    running_ = std::exchange(fiber_of_[thread], nullptr);
    if (running_ != nullptr) running_->resume();
  }
}

shim::BarrierVote BlockRunner::barrier(bool predicate, const void* site) {
  if (launch_.observer != nullptr) launch_.observer->arrive_at_barrier(site);
  ++barrier_.vote.arrived;
  if (predicate) ++barrier_.vote.nonzero;
  const bool last = barrier_.vote.arrived == live_count_;
  if (last && launch_.observer == nullptr) {
    complete_barrier();
  } else if (last) {  // its warp continues later, as a unit
    barrier_.waiting.push_back(current_);
    complete_barrier();
    wait();
  } else {
    barrier_.waiting.push_back(current_);
    wait();
  }
  return barrier_.result;
}

void BlockRunner::complete_barrier() {
  barrier_.result = std::exchange(barrier_.vote, {});
  ready_.insert(ready_.end(), barrier_.waiting.rbegin(), barrier_.waiting.rend());
  barrier_.waiting.clear();
}

shim::Exchange* BlockRunner::arrive(std::uint32_t mask, std::uint64_t bits, std::uint32_t shuffles, const void* site) {
  const std::uint32_t warp = current_ / 32;
  const std::uint32_t lane = current_ % 32;
  if ((mask >> lane & 1u) == 0)
    fail(
        fmt::format("lane {} executes a warp operation whose mask {:#010x} does not name it. A mask must name every "
                    "lane that executes the operation.",
                    lane, mask));
  if (launch_.observer != nullptr) launch_.observer->arrive_at_warp_operation(mask, shuffles, site);
  WarpExchanges::Operation& operation = exchanges_.arrive(warp, lane, mask, bits);
  if ((mask & live_lanes_[warp] & ~operation.arrived) == 0)
    complete_warp_operations(warp);
  else
    wait();
  return &operation;
}

void BlockRunner::complete_warp_operations(std::uint32_t warp) {
  const std::uint32_t lanes = exchanges_.close_complete(warp, live_lanes_[warp]);
  if (lanes == 0) return;
  for (std::uint32_t lane = 32; lane-- > 0;)
    if ((lanes >> lane & 1u) != 0 && fiber_of_[warp * 32 + lane] != nullptr) ready_.push_back(warp * 32 + lane);
}

std::uint32_t BlockRunner::active_mask(std::uint32_t call_site) {
  asked_.push_back({current_, call_site});
  const std::uint32_t thread = current_;
  wait();
  return active_masks_[thread];
}

/// Nothing else can run, so lanes that ask at the same place are fully converged.
void BlockRunner::answer_active_masks() {
  for (const AskedActiveMask& one : asked_) {
    active_masks_[one.thread] = 0;
    for (const AskedActiveMask& other : asked_)
      if (other.thread / 32 == one.thread / 32 && other.call_site == one.call_site)
        active_masks_[one.thread] |= 1u << other.thread % 32;
    ready_.push_back(one.thread);
  }
  asked_.clear();
}

void BlockRunner::fail(const std::string& what) const {
  const shim::Index& block = launch_.registers->block;
  const shim::Index& thread = launch_.registers->thread;
  throw PointFailure(Outcome::launch_failed, fmt::format("block ({},{},{}), thread ({},{},{}): {}", block.x, block.y,
                                                         block.z, thread.x, thread.y, thread.z, what));
}

void BlockRunner::report_deadlock() const {
  const std::uint32_t at_barrier = barrier_.vote.arrived;
  const shim::Index block = launch_.registers->block;
  throw PointFailure(
      Outcome::launch_failed,
      fmt::format("deadlock in block ({},{},{}): {} of its {} threads wait at __syncthreads and {} in warp operations, "
                  "each for threads that never arrive. Usually __syncthreads is in a branch that not all threads "
                  "take, or the mask of a warp operation names lanes that took another branch.",
                  block.x, block.y, block.z, at_barrier, thread_count_, live_count_ - at_barrier));
}

std::optional<KernelThread> BlockRunner::kernel_thread(const void* address) {
  const BlockRunner* runner = current_runner;
  if (runner == nullptr || runner->running_ == nullptr) return std::nullopt;
  const BlockLaunch& launch = runner->launch_;
  return KernelThread{launch.words, launch.registers->block, launch.registers->thread,
                      runner->running_->in_stack_guard(address)};
}

const shim::Runtime& BlockRunner::runtime() {
  static constexpr shim::Runtime kRuntime = {
      .barrier = [](bool predicate) { return current_runner->barrier(predicate, __builtin_return_address(0)); },
      .arrive =
          [](unsigned mask, unsigned long long bits, unsigned shuffles) {
            return static_cast<shim::Exchange*>(
                current_runner->arrive(mask, bits, shuffles, __builtin_return_address(0)));
          },
      .leave = [](shim::Exchange* exchange) { current_runner->exchanges_.leave(exchange); },
      .active_mask = [](unsigned call_site) { return current_runner->active_mask(call_site); },
      .clock = []() -> long long { return std::chrono::steady_clock::now().time_since_epoch().count(); },
      .fail = [](const char* what) { current_runner->fail(what); },
      .load = {log_load<0>, log_load<1>, log_load<2>, log_load<3>, log_load<4>},
      .store = {log_store<0>, log_store<1>, log_store<2>, log_store<3>, log_store<4>},
      .basic_block = log_basic_block,
      .access = log_access,
  };
  return kRuntime;
}

}  // namespace warpledger
