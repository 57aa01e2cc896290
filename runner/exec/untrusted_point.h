#pragma once

#include <memory>

#include "exec/measure_point.h"
#include "exec/reference.h"
#include "exec/stopwatch.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Unchecked launches that replace timed ones if a point is only verified; skipping work in them gains nothing. With 16
/// of them, 60 checks spent half of the GPU's time here. Launches on a host are slow.
inline constexpr int kUnwatchedLaunches = 4;
inline constexpr int kUnwatchedHostLaunches = 2;

/// Audited launches on new inputs if a point is only verified, on a GPU.
inline constexpr int kAuditedLaunches = 3;

/// Verifies code that may cheat, and times it if the job says so. In addition to the checks of trusted code:
///
/// - While it runs, the device holds only this job's buffers. The reference runs afterwards, in separate memory that is
///   wiped, so no stray pointer finds the answer.
/// - Each point loads the module again, and timing loads it once more: `__device__` variables keep nothing.
/// - Timed launches are audited (audit.h), and guard zones checked at every placement.
/// - If the point is only verified, or on a host, a few unchecked launches or one timed launch are followed by one on
///   the same inputs and by others on new inputs: a few audited ones on a GPU, one with another seed on a host.
/// - Outputs and guard zones hold different plausible values before each launch.
///
/// Neighbouring points share only inputs and reference answers on the host.
void measure_untrusted(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result);

/// Fills outputs and scratch buffers with random plausible results, and each guard zone with another byte.
void randomize(const Job& job, const Prepared& prepared);

}  // namespace warpledger
