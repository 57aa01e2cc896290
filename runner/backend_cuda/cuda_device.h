#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/device.h"
#include "model/job.h"

namespace warpledger {

/// What a device lets one launch have.
struct LaunchLimits {
  Extent grid;
  Extent block;
  std::uint64_t threads_per_block = 0;
  std::uint64_t shared_bytes_per_block = 0;  ///< static and dynamic together, after opting in
  bool clusters = false;
  bool tensor_maps = false;
  bool cooperative = false;
  bool programmatic = false;
};

/// What a compiled function needs and takes.
struct FunctionNeeds {
  int registers = 0;  ///< per thread
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t local_bytes = 0;            ///< per thread
  std::uint64_t max_threads_per_block = 0;  ///< with its registers and launch bounds
  std::vector<std::size_t> parameter_bytes;
};

/// Throws PointFailure{invalid_point} when the program is for another architecture alone.
void refuse_other_architecture(const Program& program, const Device& device);

/// Throws PointFailure{invalid_point}, naming the number and the limit, when `launch` cannot run on the device or does
/// not pass what the function takes.
void check_launch(const BoundLaunch& launch, const FunctionNeeds& needs, const LaunchLimits& limits);

/// Throws PointFailure{compile_failed} when the launch passes another number of arguments than there are
/// `parameter_bytes`, or one of another size.
void check_arguments(const BoundLaunch& launch, std::span<const std::size_t> parameter_bytes);

/// What the driver shows.
struct DriverState {
  int devices = 0;      ///< GPUs that can be used
  std::string problem;  ///< why there is none; empty when there is one
  std::string hint;
};

/// Loads the driver, if there is one.
DriverState driver_state();

/// "580.159.04", from the running kernel module; empty when it does not say.
std::string driver_version();

/// All facts of a GPU. What the driver does not tell is left out; fp32_per_sm and fp64_per_sm come from
/// devices/compute_capability.json below the first of `roots` that has it. Throws Error when there is no such GPU.
Device describe_cuda_device(int index, std::span<const std::string> roots, DeviceDetail detail = DeviceDetail::all);

/// The limits of one launch on a GPU.
LaunchLimits launch_limits(int index);

/// fp32_per_sm and fp64_per_sm, fused multiply-adds a clock and SM, of a compute capability such as "9.0": no device
/// attribute has them. From devices/compute_capability.json below the first of `roots` that has it; empty for a
/// capability that is not listed and when no root has the file. Throws Error when the file is not what it should be.
std::map<std::string, std::int64_t> rates_per_sm(const std::string& capability, std::span<const std::string> roots);

}  // namespace warpledger
