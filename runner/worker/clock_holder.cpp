#include "worker/clock_holder.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>

#include "backend_cuda/clock_lock.h"
#include "base/error.h"
#include "exec/frame.h"
#include "exec/protocol.h"

namespace warpledger {
namespace {

/// The other end sends nothing.
bool is_closed_within(int fd, int wait_ms) {
  pollfd socket{fd, POLLIN, 0};
  const int ready = poll(&socket, 1, wait_ms);
  return ready > 0 || (ready < 0 && errno != EINTR);
}

std::unique_ptr<ClockLock> lock_and_answer(const ClockHolderOptions& options) {
  try {
    std::unique_ptr<ClockLock> lock = lock_clocks(options.uuid, options.mhz, getppid());
    send_message(options.fd, {{"locked", true}});
    return lock;
  } catch (const Error& error) {
    send_message(options.fd, {{"error", error_to_json(error)}});
    return nullptr;
  }
}

}  // namespace

void hold_clocks(const ClockHolderOptions& options) {
  constexpr int kAllowedStep_ms = 60'000;  // sudo forgets the password after 5 minutes
  sigset_t stops;
  sigemptyset(&stops);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stops, signal);
  sigprocmask(SIG_BLOCK, &stops, nullptr);
  const std::unique_ptr<ClockLock> lock = lock_and_answer(options);
  if (!lock) return;
  while (!is_closed_within(options.fd, kAllowedStep_ms)) lock->keep_allowed();
  lock->undo();
}

}  // namespace warpledger
