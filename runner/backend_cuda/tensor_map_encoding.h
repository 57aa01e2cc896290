#pragma once

#include <array>
#include <cstddef>

#include "model/job.h"

namespace warpledger {

inline constexpr std::size_t kTensorMapBytes = 128;

/// A CUtensorMap, as a kernel takes it. CUDA 12 aligns it to 64 bytes, CUDA 13 to 128.
struct alignas(128) EncodedTensorMap {
  std::array<std::byte, kTensorMapBytes> bytes{};
};

/// `map` over what lies at `address` of the device. Throws PointFailure{invalid_point} when the driver refuses it.
EncodedTensorMap encode(const TensorMap& map, std::byte* address);

}  // namespace warpledger
