#pragma once

#include <string>
#include <vector>

#include "store/run_info.h"

namespace warpledger {

/// Returns the runs of `campaigns` (UUIDs) in the ledger at `path`, oldest first, forgotten ones included. Unlike
/// LedgerReader it makes no views, which are most of that constructor's 22 ms: a campaign has one ledger per task.
/// Throws Error as LedgerReader's constructor does.
std::vector<StoredRun> runs_of_campaigns(const std::string& path, const std::string& schema_folder,
                                         const std::vector<std::string>& campaigns);

}  // namespace warpledger
