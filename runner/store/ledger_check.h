#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// Result of one check.
struct Verified {
  std::string what;                   ///< "samples"
  std::int64_t rows = 0;              ///< number of rows checked
  std::vector<std::string> problems;  ///< at most 10 messages
  std::int64_t problem_count = 0;
  bool keeps_from_merging = true;  ///< true: merging rejects a ledger with these problems; false: it skips the rows
};

/// Checks a ledger, read-only: the pages of the file; tables, indexes, triggers and views against the schema;
/// references between rows; each row's id, checksum or digest; summaries against their samples; and times and clocks
/// for plausibility. Stops early if the remaining rows cannot be read. Throws Error if `path` is not a ledger of the
/// current schema or SQLite cannot read it at all.
std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder);

}  // namespace warpledger
