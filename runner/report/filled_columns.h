#pragma once

#include <vector>

#include "model/table.h"

namespace warpledger {

/// Which columns of an answer have a value in any row, so that the others can be left out.
class FilledColumns {
 public:
  /// Looks at some rows of the answer.
  void see(const Table& part);

  /// `part` with the columns that have a value in what was seen; all of them where no row was seen. Throws Error when
  /// another column of it has a value: the answer is not the one that was seen.
  Table of(const Table& part) const;

 private:
  std::vector<bool> filled_;  ///< a column's place; none before the first row
};

}  // namespace warpledger
