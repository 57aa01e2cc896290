#pragma once

#include "exec/backend.h"
#include "exec/places.h"
#include "exec/stopwatch.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Whether a launch that took `launch_s` is made again: a long one is not where its time says nothing of a GPU.
bool worth_timing(const Backend& backend, double launch_s);

/// The timing of a point whose only sample is the launch that verified it.
Timing timing_of_one(const Backend& backend, double launch_s);

/// The time of a point that was verified only: absent, with that reason.
Metric not_timed();

/// Warms up and takes samples at all places; fills in the result's times and what disturbed them. `stopwatch` counts
/// from the point's beginning.
void time_point(const Job& job, Places& places, Backend& backend, const Stopwatch& stopwatch, Result& result);

}  // namespace warpledger
