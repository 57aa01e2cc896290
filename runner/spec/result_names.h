#pragma once

#include <set>
#include <string>
#include <vector>

#include "spec/symbols.h"

namespace warpledger {

class Reader;

/// Names that results have whatever a family or an experiment calls its own: the columns of the ledger's view points.
/// A quantity of such a name would stand in the column's place.
class ResultNames {
 public:
  ResultNames() = default;  ///< none
  explicit ResultNames(const std::vector<std::string>& columns);

  /// Throws Error at `key` when it is one of them, in whatever case: SQL knows none.
  void refuse(const Reader& key) const;

 private:
  std::set<std::string> lower_case_;
};

/// Adds a new name to `symbols`, even when an error is kept at `key`: that it is no name, has a meaning in expressions,
/// or is in `taken`. Nothing is said then of expressions that use what is no name.
std::size_t add_name(const Reader& key, const ResultNames& taken, Symbols& symbols);

}  // namespace warpledger
