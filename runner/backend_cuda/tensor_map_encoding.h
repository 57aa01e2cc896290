#pragma once

#include <array>
#include <cstddef>

#include "model/job.h"

namespace warpledger {

inline constexpr std::size_t kTensorMapBytes = 128;

/// A CUtensorMap. CUDA 12 aligns it to 64 bytes, CUDA 13 to 128.
struct alignas(128) EncodedTensorMap {
  std::array<std::byte, kTensorMapBytes> bytes{};
};

/// Throws PointFailure{invalid_point} if the driver rejects the map.
EncodedTensorMap encode(const TensorMap& map, std::byte* address);

}  // namespace warpledger
