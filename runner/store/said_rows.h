#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>
#include <vector>

#include "store/merge.h"

namespace warpledger {

// What was said later of runs, devices and grades, in a ledger that is attached as `other`.

/// Whether the other ledger says anything that is not in this one and that merge_said would add.
bool says_something_new(SQLite::Database& database, const MergeTake& take);

/// Adds what `other` says and `take` allows, once the runs are merged; the caller holds the transaction. Notes of runs
/// that `other` holds and noise floors of their devices are always added. Counts in `merged`, and names there what was
/// added by `take` and what was left out.
void merge_said(SQLite::Database& database, const MergeTake& take, Merged& merged);

}  // namespace warpledger
