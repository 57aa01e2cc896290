#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// What works and what does not: driver, compiler, GPUs, and whether hardware counters may be read. The last is found
/// out by trying on each GPU, which takes about half a second.
std::vector<Finding> diagnose_cuda(std::span<const std::string> roots);

}  // namespace warpledger
