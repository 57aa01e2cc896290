#include "backend_host/crash_note.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

#include "backend_host/block_runner.h"

namespace warpledger {
namespace {

constexpr std::array<int, 4> kFaults = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Several threads often fault at once. The first one tells; the others give it a second to end the process.
std::atomic_flag told = ATOMIC_FLAG_INIT;

const char* what_happened(int signal, bool in_stack_guard) {
  if (in_stack_guard) return "stack overflow";
  if (signal == SIGFPE) return "integer division by zero";
  return signal == SIGILL ? "illegal instruction" : "invalid memory access";
}

/// Runs in the middle of anything: allocates nothing and takes no lock.
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

}  // namespace

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
