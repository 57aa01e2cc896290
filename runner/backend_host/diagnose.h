#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"

namespace warpledger {

/// Whether this machine can run kernels on the host: is there a compiler, and does a small kernel compile, run and give
/// the right result.
std::vector<Finding> diagnose_host(const std::string& cache_dir);

/// The CPU's own name from /proc/cpuinfo; "unknown" when it gives none. Read once: that file takes the kernel
/// milliseconds where there are many cores.
const std::string& cpu_model();

/// "Linux 6.1.0 x86_64".
std::string operating_system();

/// Size of the last-level cache; 0 when the system does not say.
std::uint64_t last_level_cache_bytes();

/// Memory that can be taken without swapping (MemAvailable of /proc/meminfo).
std::uint64_t available_memory_bytes();

}  // namespace warpledger
