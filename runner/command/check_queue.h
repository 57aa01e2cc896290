#pragma once

#include "base/file.h"

namespace warpledger {

/// The right to be the one check that runs, of those of this user that queue. Held until the end of this object or of
/// the process, however it ends.
class CheckTurn {
 public:
  /// Waits for the right. Throws Error when `most_waiting` others wait for it.
  explicit CheckTurn(int most_waiting);

 private:
  FileDescriptor turn_;
};

}  // namespace warpledger
