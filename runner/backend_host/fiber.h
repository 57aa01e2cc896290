#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <functional>

namespace warpledger {

/// A function with its own stack that can be suspended and resumed, on the same OS thread. A guard page below the stack
/// turns an overflow into a SIGSEGV. The function must have returned before the fiber is destroyed, and must not throw.
class Fiber {
 public:
  explicit Fiber(std::function<void()> function);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs the function until it, or one that it hands over to, suspends or returns.
  void resume();
  /// Called by the function: returns to the caller of resume().
  void suspend();
  /// Called by the function: continues `next` instead, by one stack switch instead of two. If `next` suspends, the
  /// caller of resume() continues.
  void hand_over(Fiber& next);

  /// The stack grows down from here, at most stack_bytes().
  const void* stack_top() const { return stack_top_; }
  std::size_t stack_bytes() const;

  /// True if the stack overflowed to `address`.
  bool in_stack_guard(const void* address) const;

 private:
  void arrive(void* fake_stack);

  boost::context::stack_context stack_;
  char* stack_top_ = nullptr;
  boost::context::fiber function_;  ///< empty while it runs
  boost::context::fiber resumer_;   ///< caller of resume() while it runs
  // AddressSanitizer must be informed of each stack switch.
  void* fake_stack_ = nullptr;
  const void* resumer_stack_bottom_ = nullptr;
  std::size_t resumer_stack_bytes_ = 0;
};

}  // namespace warpledger
