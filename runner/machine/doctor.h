#pragma once

#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// The parts that work here and those that do not: the data folders, the backends, the ledger at `ledger`, and its runs
/// that are dated later than now.
std::vector<Finding> diagnose_machine(const std::string& ledger);

}  // namespace warpledger
