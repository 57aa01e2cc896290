#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// New name of a stored point.
struct RenamedPoint {
  std::int64_t id = 0;
  std::string identity;
  std::vector<Quantity> quantities;
};

/// Changes identity and quantities of stored points, with the resulting ids of configurations and digests of points and
/// runs' ends. A migration, the only exception to "append only": the caller holds the transaction, in which the
/// triggers are dropped.
void rename_points(SQLite::Database& database, std::span<const RenamedPoint> points);

}  // namespace warpledger
