#pragma once

#include <signal.h>

#include <vector>

namespace warpledger {

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
