#pragma once

#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// Checks the data folders, the backends and the ledger.
std::vector<Finding> diagnose_machine(const std::string& ledger);

}  // namespace warpledger
