#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// Row counts of a merge, for one kind of row.
struct Brought {
  std::int64_t added = 0;
  std::int64_t already_there = 0;
};

/// Optional content to merge.
struct MergeTake {
  bool notes = false;        ///< notes about dates, and about runs that `from` does not hold
  bool adjustments = false;  ///< adjustments of grades
  /// SELECT on the target ledger (`main`). If it returns a row when the merge begins, nothing is merged.
  std::string unless = {};
};

/// Result of a merge.
struct Merged {
  Brought runs, points, notes, adjustments;  ///< notes: of every kind
  std::vector<std::string> tags;             ///< new current tags, one message each
  std::vector<std::string> taken;            ///< notes and adjustments that MergeTake admitted, one message each
  std::vector<std::string> left_out;         ///< notes and adjustments that were left out, one message each
  /// Rows that differ between the ledgers, at most 10 messages. If there are any, nothing was merged.
  std::vector<std::string> conflicts;
  std::int64_t conflict_count = 0;
  std::string kept_out_by;  ///< value that MergeTake::unless returned; empty: it had no row
};

/// Adds the runs of the ledger at `from`, with their notes, to the ledger at `path`, which is created if it is absent.
/// One transaction: all or nothing. `from` stays unchanged. The result does not depend on the order of merges. All of
/// `from` is checked by verify_ledger() before anything is written; if it has nothing new, only digests are read.
/// Throws Error if `from` is not a ledger, has another schema, is damaged, or is `path` itself.
///
/// A tag names one run, and a merge neither moves nor removes an existing tag: such rows of `from` are left out. If two
/// ledgers give a tag to different runs, the one merged first wins.
Merged merge_ledger(const std::string& path, const std::string& from, const std::string& schema_folder,
                    const MergeTake& take = {});

}  // namespace warpledger
