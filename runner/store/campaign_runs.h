#pragma once

#include <string>
#include <vector>

#include "store/run_info.h"

namespace warpledger {

/// The runs of `campaigns` (UUIDs) in the ledger at `path`, oldest first, forgotten ones too. It makes no views, unlike
/// a LedgerReader: they are most of the 22 ms that one takes, and a campaign has a ledger a task. Throws Error as
/// opening a LedgerReader does.
std::vector<StoredRun> runs_of_campaigns(const std::string& path, const std::string& schema_folder,
                                         const std::vector<std::string>& campaigns);

}  // namespace warpledger
