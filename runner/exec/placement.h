#pragma once

#include <optional>

#include "exec/measure_point.h"
#include "exec/prepare.h"
#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// A point at the place in device memory where it is timed.
struct Placement {
  Prepared prepared;
  /// "placement_spread": the slowest place's time over the fastest one's; absent when only one place was tried.
  std::optional<Metric> spread;
};

/// Times a point whose buffers fit the L2 cache at several places in device memory and takes the fastest.
///
/// Which physical pages a buffer gets decides how far its lines are from the multiprocessors that use them. On an H200
/// that changed the time of latency-bound kernels by up to 27 %, constant for a place and different for the next
/// process (benchmarks/placement.md). About two places in three share the least time, so the fastest of a few is the
/// same from run to run, where the time at any one place is luck.
Placement fastest_placement(const Job& job, Prepared first, PointContext& context);

}  // namespace warpledger
