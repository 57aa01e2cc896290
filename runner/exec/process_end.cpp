#include "exec/process_end.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>

namespace warpledger {
namespace {

/// What a kernel or the machine usually did to end the worker so; empty when nothing more can be said.
const char* usual_cause(int signal) {
  switch (signal) {
    case SIGSEGV:
      return ": usually an index outside a buffer, a pointer that is none, or recursion deeper than the stack";
    case SIGBUS:
      return ": usually an address that is no multiple of its type's size, or a full /tmp or /dev/shm";
    case SIGFPE:
      return ": usually a whole number divided by zero";
    case SIGILL:
      return ": usually a function without a return, or a jump to what is no code";
    case SIGABRT:
      return ": usually memory of the process itself that a kernel overwrote";
    case SIGKILL:
      return ": usually the system ran out of memory, or someone ended it";
    default:
      return "";
  }
}

}  // namespace

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the worker process was killed by signal {} ({}){}", WTERMSIG(status),
                       strsignal(WTERMSIG(status)), usual_cause(WTERMSIG(status)));
  return fmt::format("the worker process ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace warpledger
