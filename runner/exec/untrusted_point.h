#pragma once

#include <memory>

#include "exec/measure_point.h"
#include "exec/reference.h"
#include "exec/stopwatch.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Unchecked launches of a point that is only verified, instead of timed ones. Nothing is timed, so skipping work in
/// them gains nothing. With 16 of them, 60 checks spent half of the GPU's time here. A host's launches are slow, so it
/// has fewer.
inline constexpr int kUnwatchedLaunches = 4;
inline constexpr int kUnwatchedHostLaunches = 2;

/// Audited launches on new inputs of a point that is only verified, on a GPU.
inline constexpr int kAuditedLaunches = 3;

/// Verifies code that may cheat, and times it if the job says so. In addition to the checks of trusted code:
///
/// - While it runs, the device holds only this job's buffers. The reference runs afterwards, in separate memory that is
///   wiped, so no stray pointer finds the answer.
/// - Each point loads the module again, and timing loads it once more: `__device__` variables keep nothing.
/// - Timed launches get new inputs and outputs and are audited (audit.h). Guard zones are checked at every placement.
/// - A point that is only verified, and every point on a host, has a few unchecked launches or one timed launch
///   instead. It is then launched once more on the same inputs, and with the same module on other inputs: on a GPU a
///   few audited launches on new inputs, on a host one launch on the inputs of another seed.
/// - Outputs and guard zones hold different plausible values before each launch.
///
/// Buffers and modules on the device are not shared with neighbouring points. The host caches inputs of both seeds and
/// the reference's answers.
void measure_untrusted(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result);

/// Fills outputs and scratch buffers with random plausible results, and guard zones with a random byte each.
void randomize(const Job& job, const Prepared& prepared);

}  // namespace warpledger
