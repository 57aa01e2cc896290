#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>

#include "store/stored_run.h"

namespace warpledger {

/// The run of that id, which exists. Its points are in the plan's order.
StoredRun read_stored_run(SQLite::Database& database, std::int64_t run);

/// Who started `run` last: "process 4711 on lab7, since 2024-02-29T12:34:56.789Z".
std::string last_starter(SQLite::Database& database, std::int64_t run);

}  // namespace warpledger
