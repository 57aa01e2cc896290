#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

struct Brought {
  std::int64_t added = 0;
  std::int64_t already_there = 0;
};

struct MergeTake {
  bool notes = false;        ///< notes about dates and about runs that `from` does not hold
  bool adjustments = false;  ///< adjustments of grades
  /// SELECT on the target (`main`): if it returns a row when the merge begins, nothing is merged.
  std::string unless = {};
};

struct Merged {
  Brought runs, points, notes, adjustments;  ///< notes: of every kind
  std::vector<std::string> tags;             ///< tags that became current, one message each
  std::vector<std::string> taken;            ///< notes and adjustments added because of MergeTake, one message each
  std::vector<std::string> left_out;         ///< notes and adjustments not added, one message each
  /// At most 10 messages about rows that differ between the ledgers. If there are any, nothing was merged.
  std::vector<std::string> conflicts;
  std::int64_t conflict_count = 0;
  std::string kept_out_by;  ///< value returned by MergeTake::unless; empty: no row
};

/// Adds the runs of the ledger at `from`, with their notes, to the ledger at `path`, created if absent, in one
/// transaction. The result does not depend on the order of merges. verify_ledger() checks `from` first, unless its
/// digests show nothing new. Throws Error if `from` is not a ledger, has another schema, is damaged, or is `path`.
///
/// A tag names one run: a merge neither moves nor removes an existing tag, and leaves out such rows of `from`. If two
/// ledgers give a tag to different runs, the one merged first wins.
Merged merge_ledger(const std::string& path, const std::string& from, const std::string& schema_folder,
                    const MergeTake& take = {});

}  // namespace warpledger
