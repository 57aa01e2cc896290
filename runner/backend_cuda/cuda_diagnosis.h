#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// Checks driver, compiler, GPUs and access to hardware counters, which takes about half a second.
std::vector<Finding> diagnose_cuda(std::span<const std::string> roots);

}  // namespace warpledger
