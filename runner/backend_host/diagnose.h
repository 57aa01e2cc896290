#pragma once

#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// Whether this machine can run kernels on the host: is there a compiler, and does a small kernel compile, run and give
/// the right result.
std::vector<Finding> diagnose_host(const std::string& cache_dir);

}  // namespace warpledger
