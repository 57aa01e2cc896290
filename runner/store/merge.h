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

/// What is taken in beside a ledger's runs and what it says of them.
struct MergeTake {
  bool notes = false;        ///< notes of moments and of runs that it does not hold
  bool adjustments = false;  ///< adjustments of grades
  /// A SELECT over the ledger's own tables (`main`): where it has a row when the merge begins, nothing is taken.
  std::string unless = {};
};

/// What came of merging one ledger into another.
struct Merged {
  Brought runs, points, notes, adjustments;  ///< notes: of every kind
  std::vector<std::string> tags;             ///< each tag that stands now and did not before, in words
  std::vector<std::string> taken;            ///< each note and adjustment that MergeTake let in, in words
  std::vector<std::string> left_out;         ///< each that it did not
  /// Rows that both ledgers have and that differ, each in words: nothing was merged then. At most 10.
  std::vector<std::string> conflicts;
  std::int64_t conflict_count = 0;
  std::string kept_out_by;  ///< what MergeTake::unless answered; empty: it had no row
};

/// Adds to the ledger at `path`, which is made or brought to the newest schema, the runs that the ledger at `from`
/// holds and it does not, with what `from` says of them. One transaction: all or nothing. `from` stays as it is; one of
/// an older schema is brought up to date in a copy. Before anything is written, all of `from` is checked as
/// verify_ledger() does; where nothing is new, only its digests are read. The order in which ledgers are merged does
/// not show in the outcome. Throws Error when `from` is no ledger, is newer than this program, is damaged, or is `path`
/// itself.
///
/// A tag names one run, and a merge neither moves nor removes one that stands: such rows of `from` are left out. So of
/// two ledgers that give a tag to different runs, the first one decides.
Merged merge_ledger(const std::string& path, const std::string& from, const std::string& schema_folder,
                    const MergeTake& take = {});

}  // namespace warpledger
