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

/// The run of that id, which exists. Its points are in the plan's order. A reader's views may be there, too.
StoredRun read_stored_run(SQLite::Database& database, std::int64_t run);

/// Who started `run` last: "process 4711 of ann on lab7, since 2024-02-29T12:34:56.789Z".
std::string last_starter(SQLite::Database& database, std::int64_t run);

/// The id of the run that `run` means in the ledger at `path`: "latest", or how one run's UUID begins. Throws Error
/// naming the candidates when it is none or several.
std::int64_t chosen_run(SQLite::Database& database, const std::string& path, const std::string& run);

}  // namespace warpledger
