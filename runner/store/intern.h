#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>

#include "model/device.h"
#include "model/job.h"

namespace warpledger {

// Rows that many runs share. Each function gives the id of the row that equals its argument and adds it when it is new.

std::int64_t device_id(SQLite::Database& database, const Device& device);
std::int64_t environment_id(SQLite::Database& database, const Device& device);
std::int64_t experiment_id(SQLite::Database& database, const std::string& name, const std::string& text);
std::int64_t source_id(SQLite::Database& database, const SourceFile& source);
std::int64_t program_id(SQLite::Database& database, const Program& program);

}  // namespace warpledger
