#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

struct Verified {
  std::string what;  ///< "samples"
  std::int64_t rows = 0;
  std::vector<std::string> problems;  ///< at most 10 messages
  std::int64_t problem_count = 0;
  bool keeps_from_merging = true;  ///< true: a merge rejects the ledger; false: it skips these rows
};

/// Checks a ledger, read-only: pages; schema objects; references; each row's id, checksum or digest; summaries of
/// samples; plausible times and clocks. Stops early if the remaining rows cannot be read. Throws Error if `path` is not
/// a ledger of the current schema or SQLite cannot read it.
std::vector<Verified> verify_ledger(const std::string& path, const std::string& schema_folder);

}  // namespace warpledger
