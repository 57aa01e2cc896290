#pragma once

#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// What works here and what does not: the data folders, the backends, the ledger at `ledger` and, of its runs, those
/// that are dated later than now.
std::vector<Finding> diagnose_machine(const std::string& ledger);

}  // namespace warpledger
