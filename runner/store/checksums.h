#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// How rows of a table are found that do not hold what they were written with.
struct Checksum {
  std::string what;   ///< "samples"
  std::string table;  ///< with an alias where `wrong` uses one
  std::string wrong;  ///< a condition of SQL
  std::string place;  ///< an expression of SQL that names such a row for a person
};

/// One or more for each table of the ledger.
extern const std::vector<Checksum> kChecksums;

}  // namespace warpledger
