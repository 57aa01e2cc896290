#include "backend_host/fiber.h"

#include <atomic>
#include <boost/context/stack_traits.hpp>
#include <functional>
#include <utility>

#include "base/address_sanitizer.h"

#ifdef WARPLEDGER_HAS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace warpledger {
namespace {

namespace context = boost::context;

// Only touched pages cost memory, so there is room for large local arrays.
constexpr std::size_t kStackBytes = std::size_t{256} * 1024;

// Staggers stack tops, because page-aligned ones would map the tops of a warp's 32 stacks to the same cache sets (64
// sets of 64 bytes, 8 or 12 ways). Boost aligns the top to 256 bytes.
constexpr std::size_t kTops = 16;
constexpr std::size_t kTopStepBytes = 256;

void before_switch([[maybe_unused]] void** fake_stack, [[maybe_unused]] const void* bottom,
                   [[maybe_unused]] std::size_t bytes) {
#ifdef WARPLEDGER_HAS_ASAN
  __sanitizer_start_switch_fiber(fake_stack, bottom, bytes);
#endif
}

void after_switch([[maybe_unused]] void* fake_stack, [[maybe_unused]] const void** old_bottom,
                  [[maybe_unused]] std::size_t* old_bytes) {
#ifdef WARPLEDGER_HAS_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, old_bottom, old_bytes);
#endif
}

/// Destination of the context left by the last switch; Boost passes it to the resumed side.
thread_local constinit context::fiber* left_context = nullptr;

/// Switches to `next` and saves the running context in `own`.
void change(context::fiber& own, context::fiber& next) {
  left_context = &own;
  context::fiber before = std::move(next).resume();
  *left_context = std::move(before);
}

/// Stacks with a guard page. Clears AddressSanitizer's marks on free, because the memory may be mapped again.
class GuardedStacks : public context::protected_fixedsize_stack {
 public:
  using context::protected_fixedsize_stack::protected_fixedsize_stack;

  void deallocate(context::stack_context& stack) noexcept {
#ifdef WARPLEDGER_HAS_ASAN
    __asan_unpoison_memory_region(static_cast<char*>(stack.sp) - stack.size, stack.size);
#endif
    context::protected_fixedsize_stack::deallocate(stack);
  }
};

}  // namespace

Fiber::Fiber(std::function<void()> function) {
  GuardedStacks allocator(kStackBytes);
  stack_ = allocator.allocate();
  static std::atomic<std::size_t> made{0};
  stack_top_ = static_cast<char*>(stack_.sp) - made++ % kTops * kTopStepBytes;
  function_ = context::fiber(std::allocator_arg, context::preallocated(stack_top_, stack_bytes(), stack_), allocator,
                             [this, body = std::move(function)](context::fiber&& before) {
                               arrive(nullptr);
                               *left_context = std::move(before);
                               body();
                               before_switch(nullptr, resumer_stack_bottom_, resumer_stack_bytes_);
                               left_context = &function_;
                               return std::move(resumer_);
                             });
}

std::size_t Fiber::stack_bytes() const { return stack_.size - kTops * kTopStepBytes; }

void Fiber::resume() {
  void* fake_stack = nullptr;
  before_switch(&fake_stack, static_cast<char*>(stack_.sp) - stack_.size, stack_.size);
  change(resumer_, function_);
  after_switch(fake_stack, nullptr, nullptr);
}

void Fiber::suspend() {
  before_switch(&fake_stack_, resumer_stack_bottom_, resumer_stack_bytes_);
  change(function_, resumer_);
  arrive(fake_stack_);
}

void Fiber::hand_over(Fiber& next) {
  next.resumer_ = std::move(resumer_);
  next.resumer_stack_bottom_ = resumer_stack_bottom_;
  next.resumer_stack_bytes_ = resumer_stack_bytes_;
  before_switch(&fake_stack_, static_cast<char*>(next.stack_.sp) - next.stack_.size, next.stack_.size);
  change(function_, next.function_);
  arrive(fake_stack_);
}

void Fiber::arrive(void* fake_stack) {
  const void* bottom = nullptr;
  std::size_t bytes = 0;
  after_switch(fake_stack, &bottom, &bytes);
  if (resumer_stack_bottom_ != nullptr) return;  // that of the OS thread, which never changes
  resumer_stack_bottom_ = bottom;
  resumer_stack_bytes_ = bytes;
}

bool Fiber::in_stack_guard(const void* address) const {
  const char* lowest = static_cast<char*>(stack_.sp) - stack_.size;
  const auto* at = static_cast<const char*>(address);
  return std::greater_equal<>{}(at, lowest) && std::less<>{}(at, lowest + context::stack_traits::page_size());
}

}  // namespace warpledger
