#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

// New ledgers with a part of another one's runs, each with all that belongs to it. The other one stays as it is; one of
// an older schema is brought up to date in a copy. The new one appears whole or not at all.

/// Writes one run of the ledger at `path` to a new ledger at `to`; the run's UUID. `run` is "latest" or how its UUID
/// begins. Throws Error when `to` exists or `path` is no ledger.
std::string export_run(const std::string& path, const std::string& run, const std::string& to,
                       const std::string& schema_folder);

/// What became of a ledger without some submissions.
struct LeftOut {
  std::int64_t runs_kept = 0;
  std::int64_t runs_left_out = 0;  ///< of the submissions, and of the reference beside them
  /// Where rows of others still have a name, id or email of whose submissions are left out: "run.settings: 3 rows".
  /// Numbers of fewer than four digits are not looked for.
  std::vector<std::string> still_named;
};

/// Writes all of the ledger at `path`, but for what is of these submissions alone, to a new ledger at `to`: their runs,
/// sources, settings, notes and adjustments are not in that file. Source texts that others have as well are theirs.
/// Throws Error as export_run() does, for a submission without a run, and for a ledger that is damaged.
LeftOut export_without(const std::string& path, const std::vector<std::string>& submissions, const std::string& to,
                       const std::string& schema_folder);

}  // namespace warpledger
