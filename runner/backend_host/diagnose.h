#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// Checks that there is a compiler and that a small kernel compiles, runs and gives the correct result.
std::vector<Finding> diagnose_host(const std::string& cache_dir);

/// Returns the CPU's name from /proc/cpuinfo, or "unknown". Cached, because reading it takes milliseconds on many
/// cores.
const std::string& cpu_model();

/// Returns "Linux 6.1.0 x86_64".
std::string operating_system();

/// Returns 0 if unknown.
std::uint64_t last_level_cache_bytes();

/// Returns MemAvailable of /proc/meminfo.
std::uint64_t available_memory_bytes();

}  // namespace warpledger
