#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>

#include "store/run_info.h"
#include "store/shared_rows.h"

namespace warpledger {

// Rows of a run. The caller holds the transaction.

/// Adds a run with its texts, without a start, and returns its id. Start times are unique, so they order the runs.
std::int64_t add_run(SQLite::Database& database, SharedRows& shared, const std::string& uuid, const RunInfo& info);

/// Adds a start of `run` by this process and returns its id. `changes` lists the differences from the previous start.
std::int64_t add_run_start(SQLite::Database& database, SharedRows& shared, std::int64_t run, const RunInfo& info,
                           const std::string& changes);

/// Adds how a start ended, at `stopped_utc` or, if that is empty, now.
void add_run_stop(SQLite::Database& database, std::int64_t start, const std::string& outcome, const std::string& reason,
                  const std::string& stopped_utc);

/// Reads an existing run, its points in the plan's order. Ignores a reader's temporary views.
StoredRun read_stored_run(SQLite::Database& database, std::int64_t run);

/// Returns "process 4711 of ann on lab7, since 2024-02-29T12:34:56.789Z".
std::string last_starter(SQLite::Database& database, std::int64_t run);

/// Returns the id of `run`: "latest" or a UUID prefix. Throws Error naming the candidates if it matches none or
/// several.
std::int64_t chosen_run(SQLite::Database& database, const std::string& path, const std::string& run);

}  // namespace warpledger
