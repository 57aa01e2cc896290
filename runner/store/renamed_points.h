#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

struct RenamedPoint {
  std::int64_t id = 0;
  std::string identity;
  std::vector<Quantity> quantities;
};

/// Changes identity and quantities of stored points, and the ids and digests that depend on them. As a migration, the
/// only exception to "append only", it drops the triggers meanwhile. The caller holds the transaction.
void rename_points(SQLite::Database& database, std::span<const RenamedPoint> points);

}  // namespace warpledger
