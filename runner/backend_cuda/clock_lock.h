#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

namespace warpledger {

/// A GPU's SM clock, held at one frequency. The destructor undoes it as undo() does, without telling of failure.
///
/// Set by NVML, which asks for root; else by `sudo -n nvidia-smi`, which many labs allow. A lock that somebody else had
/// set before is lifted with it: NVML does not tell of locks.
class ClockLock {
 public:
  virtual ~ClockLock() = default;
  ClockLock(const ClockLock&) = delete;
  ClockLock& operator=(const ClockLock&) = delete;

  /// Called at least once a minute: keeps what was allowed for a while, as sudo does, allowed.
  virtual void keep_allowed() = 0;
  /// Lets the clock go. Throws Error when it may be held still.
  virtual void undo() = 0;

 protected:
  ClockLock() = default;
};

/// Holds the SM clock of the GPU of that UUID ("GPU-...") at `mhz`. Throws Error, and the GPU is as it was: when any
/// process uses it that is neither `owner` nor one of its children, or when that cannot be told; when it is a part of a
/// GPU; when its clock never is so high; when this user may not.
std::unique_ptr<ClockLock> lock_clocks(const std::string& uuid, unsigned int mhz, pid_t owner);

}  // namespace warpledger
