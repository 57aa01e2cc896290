#include "backend_host/fiber.h"

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

// Only touched pages cost memory, so the size is chosen for kernels with large local arrays.
constexpr std::size_t kStackBytes = std::size_t{256} * 1024;

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

/// Stacks with a guard page. The memory of one that is freed may be mapped again for something else, which must not
/// meet what AddressSanitizer remembers of the functions that were on the stack.
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
  function_ = context::fiber(std::allocator_arg, context::preallocated(stack_.sp, stack_.size, stack_), allocator,
                             [this, body = std::move(function)](context::fiber&& resumer) {
                               after_switch(nullptr, &resumer_stack_bottom_, &resumer_stack_bytes_);
                               resumer_ = std::move(resumer);
                               body();
                               before_switch(nullptr, resumer_stack_bottom_, resumer_stack_bytes_);
                               return std::move(resumer_);
                             });
}

void Fiber::resume() {
  void* fake_stack = nullptr;
  before_switch(&fake_stack, static_cast<char*>(stack_.sp) - stack_.size, stack_.size);
  function_ = std::move(function_).resume();
  after_switch(fake_stack, nullptr, nullptr);
}

void Fiber::suspend() {
  before_switch(&fake_stack_, resumer_stack_bottom_, resumer_stack_bytes_);
  resumer_ = std::move(resumer_).resume();
  after_switch(fake_stack_, &resumer_stack_bottom_, &resumer_stack_bytes_);
}

bool Fiber::in_stack_guard(const void* address) const {
  const char* lowest = static_cast<char*>(stack_.sp) - stack_.size;
  const auto* at = static_cast<const char*>(address);
  return std::greater_equal<>{}(at, lowest) && std::less<>{}(at, lowest + context::stack_traits::page_size());
}

}  // namespace warpledger
