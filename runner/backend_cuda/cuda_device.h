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

struct LaunchLimits {
  Extent grid;
  Extent block;
  std::uint64_t threads_per_block = 0;
  std::uint64_t shared_bytes_per_block = 0;  ///< static plus dynamic, after opt-in
  bool clusters = false;
  bool tensor_maps = false;
  bool cooperative = false;
  bool programmatic = false;
};

struct FunctionNeeds {
  int registers = 0;  ///< per thread
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t local_bytes = 0;            ///< per thread
  std::uint64_t max_threads_per_block = 0;  ///< given its registers and launch bounds
  std::vector<std::size_t> parameter_bytes;
};

/// Throws PointFailure{invalid_point} if the program only supports another architecture.
void refuse_other_architecture(const Program& program, const Device& device);

/// Throws PointFailure{invalid_point} if `launch` exceeds a limit; also check_arguments().
void check_launch(const BoundLaunch& launch, const FunctionNeeds& needs, const LaunchLimits& limits);

/// Throws PointFailure{compile_failed} if the arguments differ from `parameter_bytes` in number or size.
void check_arguments(const BoundLaunch& launch, std::span<const std::size_t> parameter_bytes);

struct DriverState {
  int devices = 0;      ///< usable GPUs
  std::string problem;  ///< why there are none; else empty
  std::string hint;
};

/// Loads the driver if there is one.
DriverState driver_state();

/// Returns "580.159.04", the running kernel module's version; empty if unknown.
std::string driver_version();

/// Returns all facts that the driver reports, and rates_per_sm(). Throws Error if the GPU does not exist.
Device describe_cuda_device(int index, std::span<const std::string> roots, DeviceDetail detail = DeviceDetail::all);

LaunchLimits launch_limits(int index);

/// Returns fp32_per_sm and fp64_per_sm of a compute capability ("9.0"), fused multiply-adds per clock and SM. Reads
/// devices/compute_capability.json of the first of `roots` that has it, because no device attribute reports them; empty
/// if unlisted. Throws Error for a malformed file.
std::map<std::string, std::int64_t> rates_per_sm(const std::string& capability, std::span<const std::string> roots);

}  // namespace warpledger
