#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// How many rows of a kind a ledger brings.
struct Brought {
  std::int64_t added = 0;
  std::int64_t already_there = 0;
};

/// What came of merging one ledger into another.
struct Merged {
  Brought runs, points, notes, adjustments;  ///< notes: of every kind
  /// Rows that both ledgers have and that differ, each in words: nothing was merged then. At most 10.
  std::vector<std::string> conflicts;
  std::int64_t conflict_count = 0;
};

/// Adds to the ledger at `path`, which is made or brought to the newest schema, all that the ledger at `from` holds and
/// it does not. One transaction: all or nothing. `from` stays as it is; one of an older schema is brought up to date in
/// a copy. The order in which ledgers are merged does not show in the outcome. Throws Error when `from` is no ledger,
/// is newer than this program, or is `path` itself.
Merged merge_ledger(const std::string& path, const std::string& from, const std::string& schema_folder);

/// Writes one run of the ledger at `path`, with all that belongs to it, to a new ledger at `to`; the run's UUID. `run`
/// is "latest" or how its UUID begins. Throws Error when `to` exists or `path` is no ledger.
std::string export_run(const std::string& path, const std::string& run, const std::string& to,
                       const std::string& schema_folder);

}  // namespace warpledger
