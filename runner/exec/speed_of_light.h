#pragma once

#include <optional>
#include <string>

#include "model/device.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Minimum work of a launch, by its family's work counts.
struct LeastWork {
  double bytes = 0;       ///< ideal_read_bytes + ideal_write_bytes
  double written = 0;     ///< part of `bytes` that may still be in the L2 cache when the launch ends
  double fmas = 0;        ///< single-precision multiply-adds
  bool in_l2 = false;     ///< warm cache: data of earlier launches may be in the L2
  bool in_place = false;  ///< a buffer is read and written: a line in the L2 saves both
};

/// As in the ledger's view device_peaks. Absent if the device does not report it.
struct DevicePeaks {
  std::optional<double> dram_gbs;  ///< L2 cache <-> device memory
  std::optional<double> l2_gbs;    ///< SMs <-> L2 cache; the hardware limit, not an assignment's convention
  std::optional<double> l2_bytes;
  std::optional<double> fp32_gfma;  ///< 1e9 multiply-adds per second
};

/// Minimum time of a launch, and what limits it.
struct SpeedOfLight {
  double least_ns = 0;
  std::string limit;  ///< "device memory", "L2 cache" or "arithmetic units"
};

/// The maximum over the device's parts, i.e. with perfect overlap:
///
/// - multiply-adds on tensor cores, at 16 times the FP32 rate (fp16 to FP32 per clock and SM: H200 2048 to 128, A100
///   1024 to 64; older GPUs at most that);
/// - cold cache: all bytes through device memory, except written bytes that fit the L2;
/// - warm cache: all bytes through the L2 (L1 contents do not survive a launch), and those beyond its size, twice that
///   in place, through device memory.
///
/// Absent if no needed peak is known.
std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks);

/// True if `median_ns` is more than 2 %, the clock's uncertainty, below `floor`.
bool is_too_fast(double median_ns, const SpeedOfLight& floor);

/// Empty for a host: its times do not describe the GPU whose facts it has.
DevicePeaks peaks_of(const Device& device);

/// Work that no implementation can avoid. Counts multiply-adds only if all elements have at least 4 bytes: tensor cores
/// do many more of smaller ones.
LeastWork least_work_of(const Job& job);

/// Makes the outcome implausible if an ok point's median is below its speed of light. Keeps the samples.
void refuse_implausible(const Job& job, const DevicePeaks& peaks, Result& result);

}  // namespace warpledger
