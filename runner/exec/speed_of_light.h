#pragma once

#include <optional>
#include <string>

#include "model/device.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// The least that a launch must do, from its family's work counts.
struct LeastWork {
  double bytes = 0;       ///< ideal_read_bytes + ideal_write_bytes
  double written = 0;     ///< of `bytes`: those that may still be in the L2 cache when the launch ends; 0: none
  double fmas = 0;        ///< multiply-adds in single precision
  bool in_l2 = false;     ///< launches before it may have left its data in the L2 cache: measured with a warm cache
  bool in_place = false;  ///< a buffer is read and written: a line that is in the L2 spares both
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
  std::string limit;  ///< "device memory", "L2 cache" or "arithmetic units"
};

/// The largest of the times that each part of the device needs by itself, so that even perfect overlap takes as long:
///
/// - the multiply-adds on the tensor cores, 16 times as many as on the FP32 units: an H200 does 2048 of fp16 a clock
///   and SM, an A100 1024 for 64, and no GPU before them more;
/// - with a cold cache, all bytes through device memory, but for what is written and may wait in the L2 cache;
/// - with a warm one, all bytes through the L2 cache (an L1 cache keeps nothing from launch to launch), and what
///   exceeds the L2 cache's size, twice that in place, through device memory.
///
/// Absent when no peak that it needs is known.
std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks);

/// Whether `median_ns` is below `floor` by more than the clock's own uncertainty, 2 %.
bool is_too_fast(double median_ns, const SpeedOfLight& floor);

/// What the device says of itself. Nothing of a host: its times say nothing of the GPU whose facts it has.
DevicePeaks peaks_of(const Device& device);

/// The work of a job as far as it bounds every way to do it. Multiply-adds count only where no buffer has elements of
/// less than 4 bytes: tensor cores do many more of those.
LeastWork least_work_of(const Job& job);

/// A time below the speed of light is no result: the outcome of `result` becomes implausible, with the bound as its
/// reason. Its samples stay. Nothing happens to a point that is not ok or not timed, and where nothing is known.
void refuse_implausible(const Job& job, const DevicePeaks& peaks, Result& result);

}  // namespace warpledger
