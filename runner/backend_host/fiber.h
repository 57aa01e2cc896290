#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <functional>

namespace warpledger {

/// A function with its own stack that may stop in the middle and continue later, on the same OS thread. Below the
/// stack lies a guard page: an overflow is a SIGSEGV, never a silent corruption. The function must have returned
/// before the fiber is destroyed, and must not let an exception out.
class Fiber {
 public:
  explicit Fiber(std::function<void()> function);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Goes on with the function until it, or one that it hands over to, suspends or returns.
  void resume();
  /// Called by the function: goes back to where resume() was called.
  void suspend();
  /// Called by the function: goes on with `next` in its place, with one change of stacks where suspend() and resume()
  /// have two. What `next` suspends to is where resume() was called.
  void hand_over(Fiber& next);

  /// The end of the stack; it grows towards lower addresses, at most stack_bytes() of them.
  const void* stack_top() const { return stack_top_; }
  std::size_t stack_bytes() const;

  /// Whether `address` is in the guard page: then the stack overflowed.
  bool in_stack_guard(const void* address) const;

 private:
  void arrive(void* fake_stack);

  boost::context::stack_context stack_;
  char* stack_top_ = nullptr;
  boost::context::fiber function_;  ///< where it stopped; empty while it runs
  boost::context::fiber resumer_;   ///< while it runs: where resume() was called
  // AddressSanitizer has to be told of every change of stacks.
  void* fake_stack_ = nullptr;
  const void* resumer_stack_bottom_ = nullptr;
  std::size_t resumer_stack_bytes_ = 0;
};

}  // namespace warpledger
