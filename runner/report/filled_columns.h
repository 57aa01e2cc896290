#pragma once

#include <vector>

#include "model/table.h"

namespace warpledger {

/// Finds the columns of an answer that have a value, so that empty ones can be left out.
class FilledColumns {
 public:
  /// Records rows of the answer.
  void see(const Table& part);

  /// Returns the columns of `part` that had a value in see(), or all if no row was seen. Throws Error if another column
  /// has a value: the answer differs from the one that was seen.
  Table of(const Table& part) const;

 private:
  std::vector<bool> filled_;  ///< by column; empty before the first row
};

}  // namespace warpledger
