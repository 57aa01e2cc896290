#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace warpledger {

/// fp32_per_sm and fp64_per_sm, fused multiply-adds a clock and SM, of a compute capability such as "9.0": no device
/// attribute has them. From devices/compute_capability.json below the first of `roots` that has it; empty for a
/// capability that is not listed and when no root has the file. Throws Error when the file is not what it should be.
std::map<std::string, std::int64_t> rates_per_sm(const std::string& capability, std::span<const std::string> roots);

}  // namespace warpledger
