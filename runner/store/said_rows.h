#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>
#include <vector>

#include "store/merge.h"

namespace warpledger {

// Annotations of runs, devices and grades (notes, noise floors, adjustments) in a ledger attached as `other`.

/// True if merge_said() would add a row.
bool says_something_new(SQLite::Database& database, const MergeTake& take);

/// Adds the annotations of `other` after its runs are merged; the caller holds the transaction. Notes on its runs and
/// noise floors of their devices are always added, the rest only as `take` allows.
void merge_said(SQLite::Database& database, const MergeTake& take, Merged& merged);

}  // namespace warpledger
