#include "run/stop_signal.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "base/end_signals.h"

namespace warpledger {
namespace {

constexpr std::string_view kStopping =
    "\nwarpledger: finishing the current points, then stopping. Press Ctrl-C again to stop now; unfinished points will "
    "be "
    "run again\n";

std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use it");

/// Only a second SIGINT, from a person, stops immediately. `scancel` and service managers send SIGTERM to each process
/// and to parents that forward it.
void on_signal(int signal) {
  if (requested.exchange(true)) {
    if (signal != SIGINT) return;
    remove_temporary_folders_on_signals();
    std::raise(signal);
    return;
  }
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kStopping.data(), kStopping.size());
}

bool is_ignored(int signal) {
  struct sigaction current {};
  sigaction(signal, nullptr, &current);
  return current.sa_handler == SIG_IGN;
}

}  // namespace

void watch_for_stop() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (!is_ignored(SIGHUP)) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

void end_watch_for_stop() {
  remove_temporary_folders_on_signals();
  std::signal(SIGPIPE, SIG_DFL);
}

bool stop_requested() { return requested.load(); }

}  // namespace warpledger
