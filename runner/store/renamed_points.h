#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// A stored point with what names it from now on.
struct RenamedPoint {
  std::int64_t id = 0;
  std::string identity;
  std::vector<Quantity> quantities;
};

/// Gives stored points another identity and other quantities: with them their configurations get new ids, and their
/// digests and those of their runs' ends are made again. Nothing else of a row changes. This is a migration, the one
/// exception to "append only": the caller holds the transaction, in which the triggers are away.
void rename_points(SQLite::Database& database, std::span<const RenamedPoint> points);

}  // namespace warpledger
