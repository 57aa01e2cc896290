#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/backend.h"
#include "model/job.h"

namespace warpledger {

/// What a device lets one launch have.
struct LaunchLimits {
  Extent grid;
  Extent block;
  std::uint64_t threads_per_block = 0;
  std::uint64_t shared_bytes_per_block = 0;  ///< static and dynamic together, after opting in
};

/// What a compiled function needs and takes.
struct FunctionNeeds {
  int registers = 0;  ///< per thread
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t local_bytes = 0;            ///< per thread
  std::uint64_t max_threads_per_block = 0;  ///< with its registers and launch bounds
  std::vector<std::size_t> parameter_bytes;
};

/// Throws PointFailure{invalid_point}, naming the number and the limit, when `launch` cannot run on the device or does
/// not pass what the function takes.
void check_launch(const BoundLaunch& launch, const FunctionNeeds& needs, const LaunchLimits& limits);

}  // namespace warpledger
