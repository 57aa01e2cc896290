#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// One thing that was verified.
struct Verified {
  std::string what;                   ///< "samples"
  std::int64_t rows = 0;              ///< that were looked at
  std::vector<std::string> problems;  ///< in words, at most 10
  std::int64_t problem_count = 0;
  bool keeps_from_merging = true;  ///< its problems do; a merge leaves out what the others name
};

/// Looks at a whole ledger, read-only: the pages of the file; its tables, indexes, triggers and views, against its
/// schema; references between rows; that each row is the one that was written, by its id, checksum or digest; that
/// summaries are those of the samples; and that times and clocks can be those of launches. Ends early where what
/// follows could not be read. Throws Error when there is no ledger at `path`, its schema is another, or SQLite cannot
/// read it at all.
std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder);

}  // namespace warpledger
