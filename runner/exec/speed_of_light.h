#pragma once

#include <optional>
#include <string>

#include "model/device.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Minimum work of a launch, from its family's work counts.
struct LeastWork {
  double bytes = 0;       ///< ideal_read_bytes + ideal_write_bytes
  double written = 0;     ///< part of `bytes` that may still be in the L2 cache when the launch ends
  double fmas = 0;        ///< single-precision multiply-adds
  bool in_l2 = false;     ///< warm cache: earlier launches may have left data in the L2
  bool in_place = false;  ///< a buffer is read and written: a line in the L2 saves both transfers
};

/// Peak rates of a device, as in the ledger's view device_peaks. Absent if the device does not report them.
struct DevicePeaks {
  std::optional<double> dram_gbs;  ///< L2 cache <-> device memory
  std::optional<double> l2_gbs;    ///< SMs <-> L2 cache; the hardware limit, not an assignment's convention
  std::optional<double> l2_bytes;
  std::optional<double> fp32_gfma;  ///< 1e9 multiply-adds per second
};

/// Minimum time of a launch, and the part of the device that limits it.
struct SpeedOfLight {
  double least_ns = 0;
  std::string limit;  ///< "device memory", "L2 cache" or "arithmetic units"
};

/// Computes the minimum time as the maximum over the device's parts, i.e. with perfect overlap:
///
/// - multiply-adds on the tensor cores, at 16 times the FP32 rate. An H200 does 2048 fp16 per clock and SM for 128
///   FP32, an A100 1024 for 64; older GPUs have no higher ratio.
/// - cold cache: all bytes through device memory, except written bytes that may still be in the L2.
/// - warm cache: all bytes through the L2 (L1 contents do not survive a launch), and the bytes beyond the L2's size
///   (twice its size if in place) through device memory.
///
/// Absent if no needed peak is known.
std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks);

/// True if `median_ns` is below `floor` by more than 2 %, the uncertainty of the clock.
bool is_too_fast(double median_ns, const SpeedOfLight& floor);

/// Peaks from the device's facts. Empty for a host, whose times do not describe the GPU whose facts it carries.
DevicePeaks peaks_of(const Device& device);

/// Work that every implementation of the job must do. Counts multiply-adds only if all elements have at least 4 bytes:
/// tensor cores are much faster on smaller ones.
LeastWork least_work_of(const Job& job);

/// Sets the outcome to implausible, with the bound as its reason, if the median is below the speed of light. Keeps the
/// samples. Ignores points that are not ok or not timed, and unknown bounds.
void refuse_implausible(const Job& job, const DevicePeaks& peaks, Result& result);

}  // namespace warpledger
