#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// One thing that was verified.
struct Verified {
  std::string what;                   ///< "checksums of samples"
  std::int64_t rows = 0;              ///< that were looked at
  std::vector<std::string> problems;  ///< in words, at most 10
  std::int64_t problem_count = 0;
};

/// Looks at a whole ledger, read-only: the file itself, references between rows, and that ids and checksums are those
/// of what the rows hold. Throws Error when there is no ledger at `path` or its schema is another.
std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder);

}  // namespace warpledger
