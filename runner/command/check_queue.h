#pragma once

#include "base/file.h"

namespace warpledger {

/// This user's right to run a check; only one queued check has it. Held until the destructor runs or the process ends,
/// even by a signal.
class CheckTurn {
 public:
  /// Waits for the right. Throws Error if `most_waiting` others already wait.
  explicit CheckTurn(int most_waiting);

 private:
  FileDescriptor turn_;
};

}  // namespace warpledger
