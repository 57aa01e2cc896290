#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/evidence.h"
#include "grading/flag.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// For each submission of `runs` what a person must look at before it is ranked (Flag): a source that is another's
/// (source_flags), else machine code that is (code_flags), times below what the device can do (time_flag), and that it
/// was refused. Empty when there is nothing, or when an adjustment of 0 points was written after the last of its runs:
/// then a person has looked. With the notes of the class. `experiment` has the family's own kernels, `known` the UUIDs
/// of their runs.
ClassFlags read_flags(const LedgerReader& ledger, const Experiment& experiment,
                      const std::map<std::string, GradedRuns>& runs, const std::vector<std::string>& known);

/// A flag when points of runs, given by UUID, took less time than the device needs for their bytes and multiply-adds
/// (speed_of_light), with the point that is furthest below; else none. Points of a host, whose times say nothing of a
/// GPU, and of devices that say too little have no floor.
std::optional<Flag> time_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids);

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

/// Whether `median_ns` is below `floor` by more than the clock's own uncertainty, 2 %.
bool is_too_fast(double median_ns, const SpeedOfLight& floor);

}  // namespace warpledger
