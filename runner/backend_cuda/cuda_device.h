#pragma once

#include <span>
#include <string>

#include "backend_cuda/launch_check.h"
#include "model/device.h"

namespace warpledger {

/// What the driver shows.
struct DriverState {
  int devices = 0;      ///< GPUs that can be used
  std::string problem;  ///< why there is none; empty when there is one
  std::string cure;
};

/// Loads the driver, if there is one.
DriverState driver_state();

/// "580.159.04", from the running kernel module; empty when it does not say.
std::string driver_version();

/// All facts of a GPU. What the driver does not tell is left out; fp32_per_sm and fp64_per_sm come from
/// devices/compute_capability.json below the first of `roots` that has it. Throws Error when there is no such GPU.
Device describe_cuda_device(int index, std::span<const std::string> roots);

/// The limits of one launch on a GPU.
LaunchLimits launch_limits(int index);

}  // namespace warpledger
