#pragma once

#include <vector>

#include "model/table.h"

namespace warpledger {

/// Columns of an answer that have a value; others can be left out.
class FilledColumns {
 public:
  /// Adds some rows of the answer.
  void see(const Table& part);

  /// Returns `part` with the filled columns, or all if no row was seen. Throws Error if another column has a value: the
  /// answer has changed.
  Table of(const Table& part) const;

 private:
  std::vector<bool> filled_;  ///< by column; empty before the first row
};

}  // namespace warpledger
