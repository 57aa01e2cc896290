#pragma once

#include <string>

namespace warpledger {

/// Who keeps others from writing to the ledger at `path` now: "process 4711 (sqlite3)", or "another process" where the
/// system does not say (another machine, another container).
std::string lock_holder(const std::string& path);

}  // namespace warpledger
