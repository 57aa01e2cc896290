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
/// GPU, and of devices that say too little have no floor. `in_place`: as of LeastWork.
std::optional<Flag> time_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids, bool in_place);

/// A flag when points of runs on a GPU wrote less than 98 % of the bytes that their outputs have, with the one that
/// wrote least; else none. Counted launches are verified: what is left is an output that was written by atomics, which
/// the counter leaves out, or a way round the verification that nobody knows yet.
std::optional<Flag> bytes_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids);

/// The least that a launch must do, from its family's work counts.
struct LeastWork {
  double bytes = 0;       ///< ideal_read_bytes + ideal_write_bytes
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

/// The largest of the times that each part of the device needs by itself, so that even perfect overlap takes as long:
///
/// - the multiply-adds on the tensor cores, 16 times as many as on the FP32 units: an H200 does 2048 of fp16 a clock
/// and
///   SM, an A100 1024 for 64, and no GPU before them more;
/// - with a cold cache, all bytes through device memory;
/// - with a warm one, all bytes through the L2 cache (an L1 cache keeps nothing from launch to launch), and what
///   exceeds the L2 cache's size, twice that in place, through device memory.
///
/// Absent when no peak that it needs is known.
std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks);

/// Whether `median_ns` is below `floor` by more than the clock's own uncertainty, 2 %.
bool is_too_fast(double median_ns, const SpeedOfLight& floor);

}  // namespace warpledger
