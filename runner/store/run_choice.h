#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>

namespace warpledger {

/// The id of the run that `run` means in the ledger at `path`: "latest", or how one run's UUID begins. Throws Error
/// naming the candidates when it is none or several.
std::int64_t chosen_run(SQLite::Database& database, const std::string& path, const std::string& run);

}  // namespace warpledger
