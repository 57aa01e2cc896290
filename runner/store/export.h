#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

// Exports write part of a ledger's runs, with everything that belongs to them, to a new ledger. The source stays
// unchanged; the new file appears complete or not at all.

/// Writes one run of the ledger at `path` to a new ledger at `to` and returns its UUID. `run` is "latest" or a UUID
/// prefix. Throws Error if `to` exists or `path` is not a ledger of the current schema.
std::string export_run(const std::string& path, const std::string& run, const std::string& to,
                       const std::string& schema_folder);

/// Result of export_without().
struct LeftOut {
  std::int64_t runs_kept = 0;
  std::int64_t runs_left_out = 0;  ///< runs of the submissions, and their reference runs
  /// Places in the remaining rows that still contain a name, id or email of the submitters: "run.settings: 3 rows".
  /// Numbers with fewer than four digits are not searched for.
  std::vector<std::string> still_named;
};

/// Writes the ledger at `path`, without these submissions' runs, sources, settings, notes and adjustments, to a new
/// ledger at `to`. Source texts that other runs share are kept. Throws Error as export_run() does, and if a submission
/// has no run or the ledger is damaged.
LeftOut export_without(const std::string& path, const std::vector<std::string>& submissions, const std::string& to,
                       const std::string& schema_folder);

}  // namespace warpledger
