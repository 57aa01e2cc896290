#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// The first content of a buffer, in the device's layout. The same on every machine for the same seed, buffer name,
/// type, count and fill. Integer types take whole numbers: uniform(a, b) then means a <= x <= b.
std::vector<std::byte> first_content(const BufferSpec& buffer, std::uint64_t seed);

/// The elements of `bytes`, read as `type`, as doubles.
std::vector<double> to_doubles(std::span<const std::byte> bytes, ElementType type);

}  // namespace warpledger
