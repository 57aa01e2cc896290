#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>

#include "store/run_info.h"
#include "store/shared_rows.h"

namespace warpledger {

// Rows of a run. The caller holds the transaction.

/// Adds a run with its texts, without a start; its id. No two runs of a ledger begin in the same millisecond, so that
/// their times order them.
std::int64_t add_run(SQLite::Database& database, SharedRows& shared, const std::string& uuid, const RunInfo& info);

/// Adds that this process begins or resumes `run`, with command line, version and environment of `info`; its id.
/// `changes` is what differs from the start before.
std::int64_t add_run_start(SQLite::Database& database, SharedRows& shared, std::int64_t run, const RunInfo& info,
                           const std::string& changes);

/// Adds how that start ended, at `stopped_utc` or, if that is empty, now.
void add_run_stop(SQLite::Database& database, std::int64_t start, const std::string& outcome, const std::string& reason,
                  const std::string& stopped_utc);

}  // namespace warpledger
