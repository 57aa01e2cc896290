#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// The least that a launch must do, from its family's work counts.
struct LeastWork {
  double bytes = 0;    ///< ideal_read_bytes + ideal_write_bytes
  double fmas = 0;     ///< multiply-adds in single precision
  bool in_l2 = false;  ///< launches before it may have left its data in the L2 cache: measured with a warm cache
};

/// What a device does at most; as the ledger's view device_peaks has it. Absent where a device does not say.
struct DevicePeaks {
  std::optional<double> dram_gbs;   ///< L2 cache <-> device memory
  std::optional<double> l2_gbs;     ///< SMs <-> L2 cache: a limit of the hardware, not the convention of an assignment
  std::optional<double> l2_bytes;   ///< size of the L2 cache
  std::optional<double> fp32_gfma;  ///< 1e9 multiply-adds a second
};

/// The least time that a launch can take, and what limits it.
struct SpeedOfLight {
  double least_ns = 0;
  std::string limit;  ///< "device memory", "L2 cache" or "FP32 units"
};

/// The largest of the times that each part of the device needs by itself, so that even perfect overlap takes as long:
///
/// - the multiply-adds on the FP32 units;
/// - with a cold cache, all bytes through device memory;
/// - with a warm one, all bytes through the L2 cache (an L1 cache keeps nothing from launch to launch), and what
///   exceeds the L2 cache's size through device memory.
///
/// Absent when no peak that it needs is known. Tensor cores may beat the first, at a precision that the family's
/// tolerance must admit; so a time below the floor is for a person to look at, not a verdict.
std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks);

/// What to tell a person when `median_ns` is below `floor` by more than the clock's own uncertainty, 2 %; else absent.
std::optional<std::string> too_fast(double median_ns, const SpeedOfLight& floor);

}  // namespace warpledger
