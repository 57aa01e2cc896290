#pragma once

#include <string>

namespace warpledger {

struct ClockHolderOptions {
  std::string uuid;  ///< "GPU-..."
  unsigned int mhz = 0;
  int fd = -1;  ///< to the process that requests the clocks
};

/// Locks the SM clock (backend_cuda/clock_lock.h), answers {"locked": true} or {"error": ...}, and unlocks it when the
/// other end of the socket closes. Blocks SIGINT, SIGTERM and SIGHUP. Throws Error if the clocks may still be locked.
void hold_clocks(const ClockHolderOptions& options);

}  // namespace warpledger
