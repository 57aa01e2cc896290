#pragma once

#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// Checks the data folders, the backends, the ledger at `ledger` and its runs dated later than now.
std::vector<Finding> diagnose_machine(const std::string& ledger);

}  // namespace warpledger
