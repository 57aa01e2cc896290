#pragma once

#include <string>

namespace warpledger {

/// Which GPU's clocks to hold, and for whom.
struct ClockHolderOptions {
  std::string uuid;  ///< "GPU-..."
  unsigned int mhz = 0;
  int fd = -1;  ///< a socket to the process that wants it
};

/// Locks the SM clock (backend_cuda/clock_lock.h), answers {"locked": true} or {"error": ...}, and undoes it when the
/// other end of the socket is closed: by its owner, or by the kernel when its owner is killed. Blocks SIGINT, SIGTERM
/// and SIGHUP. Throws Error when the clocks may be locked still.
void hold_clocks(const ClockHolderOptions& options);

}  // namespace warpledger
