#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

namespace warpledger {

/// Lock of a GPU's SM clock at one frequency, by NVML (requires root) or `sudo -n nvidia-smi`. The destructor calls
/// undo() and ignores failure. Undoing also removes an earlier lock of somebody else, because NVML does not report
/// locks.
class ClockLock {
 public:
  virtual ~ClockLock() = default;
  ClockLock(const ClockLock&) = delete;
  ClockLock& operator=(const ClockLock&) = delete;

  /// Keeps sudo's cached permission. Call at least once a minute.
  virtual void keep_allowed() = 0;
  /// Releases the clock. Throws Error if it may still be locked.
  virtual void undo() = 0;

 protected:
  ClockLock() = default;
};

/// Locks the SM clock of the GPU with that UUID ("GPU-..."). Throws Error and changes nothing if processes other than
/// `owner` and its children use the GPU or might, if it is part of a GPU, if `mhz` exceeds its maximum, or if
/// permission is missing.
std::unique_ptr<ClockLock> lock_clocks(const std::string& uuid, unsigned int mhz, pid_t owner);

}  // namespace warpledger
