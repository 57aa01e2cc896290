#pragma once

#include <string>
#include <vector>

#include "base/subprocess.h"

namespace warpledger {

/// Locks a GPU's clocks while it lives. A separate process holds them and unlocks them when this object or this process
/// ends, even by SIGKILL.
class LockedClocks {
 public:
  /// `command` holds the clocks (worker/clock_holder.h); "--fd N" is appended. Create it after a worker has opened the
  /// GPU: the holder checks that only this process uses it. Throws the holder's Error.
  explicit LockedClocks(std::vector<std::string> command);
  /// Waits until the clocks are unlocked. Warns on standard error if they may still be locked.
  ~LockedClocks();
  LockedClocks(const LockedClocks&) = delete;
  LockedClocks& operator=(const LockedClocks&) = delete;

 private:
  void let_go();

  Channel socket_;
  Subprocess holder_;
};

}  // namespace warpledger
