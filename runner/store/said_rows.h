#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>
#include <vector>

#include "store/merge.h"

namespace warpledger {

// Notes, noise floors and adjustments: annotations of runs, devices and grades, in a ledger attached as `other`.

/// True if merge_said() would add a row.
bool says_something_new(SQLite::Database& database, const MergeTake& take);

/// Adds the annotations of `other` that `take` allows, after the runs are merged; the caller holds the transaction.
/// Notes on runs that `other` holds, and noise floors of their devices, are always added. Counts the rows in `merged`,
/// and lists there those added by `take` and those left out.
void merge_said(SQLite::Database& database, const MergeTake& take, Merged& merged);

}  // namespace warpledger
