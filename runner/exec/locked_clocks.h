#pragma once

#include <string>
#include <vector>

#include "base/subprocess.h"

namespace warpledger {

/// A GPU's clocks, locked while this lives, by a process of their own: that undoes it when this ends, and when this
/// process dies, also of SIGKILL. Only a kill of both at once leaves them locked.
class LockedClocks {
 public:
  /// `command` holds the clocks (worker/clock_holder.h); "--fd N", its end of the socket, is appended. Throws the Error
  /// that it answers with. To be made when a worker has the GPU open: it must see that the GPU is this process's.
  explicit LockedClocks(std::vector<std::string> command);
  /// Waits until the clocks are let go; says on standard error when they may be locked still.
  ~LockedClocks();
  LockedClocks(const LockedClocks&) = delete;
  LockedClocks& operator=(const LockedClocks&) = delete;

 private:
  void let_go();

  Channel socket_;
  Subprocess holder_;
};

}  // namespace warpledger
