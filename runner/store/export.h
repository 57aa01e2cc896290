#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

// Exports write some runs of a ledger, with everything that belongs to them, to a new ledger, atomically.

/// Exports one run, "latest" or a UUID prefix, and returns its UUID. Throws Error if `to` exists or `path` is not a
/// ledger of the current schema.
std::string export_run(const std::string& path, const std::string& run, const std::string& to,
                       const std::string& schema_folder);

struct LeftOut {
  std::int64_t runs_kept = 0;
  std::int64_t runs_left_out = 0;  ///< runs of the submissions, and their reference runs
  /// Remaining mentions of the submitters' names, ids or emails: "run.settings: 3 rows". Numbers with fewer than four
  /// digits are not searched for.
  std::vector<std::string> still_named;
};

/// Exports everything except these submissions' runs, sources, settings, notes and adjustments. Sources that other runs
/// share are kept. Throws Error as export_run() does, if a submission has no run, or if the ledger is damaged.
LeftOut export_without(const std::string& path, const std::vector<std::string>& submissions, const std::string& to,
                       const std::string& schema_folder);

}  // namespace warpledger
