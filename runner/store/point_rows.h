#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Adds all rows of one point of `run`. The caller holds the transaction.
void add_point(SQLite::Database& database, std::int64_t run, const Job& job, const Result& result);

}  // namespace warpledger
