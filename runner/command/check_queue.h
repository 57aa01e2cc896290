#pragma once

#include "base/file.h"

namespace warpledger {

/// This user's turn to run a check, released by the destructor or the end of the process.
class CheckTurn {
 public:
  /// Waits. Throws Error if `most_waiting` others already do.
  explicit CheckTurn(int most_waiting);

 private:
  FileDescriptor turn_;
};

}  // namespace warpledger
