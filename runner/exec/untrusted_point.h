#pragma once

#include <memory>

#include "exec/measure_point.h"
#include "exec/reference.h"
#include "exec/stopwatch.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// What takes the place of timed launches in a point that is verified only: nothing of it is timed, so what is left out
/// later gains nothing. With 16 of them 60 checks spent half of the GPU's time here. A host's take long.
inline constexpr int kUnwatchedLaunches = 4;
inline constexpr int kUnwatchedHostLaunches = 2;

/// Of a point that is verified only, on a GPU: launches on new inputs, audited as timed ones are.
inline constexpr int kAuditedLaunches = 3;

/// Verifies code that may cheat, and times it if the job says so. Beyond what is done for our own:
///
/// - While it runs, the device holds this job's buffers and nothing else; the reference runs afterwards, in memory of
///   its own that is wiped. So no stray pointer finds the answer.
/// - Each point loads the module anew, and timing loads it once more: `__device__` variables carry nothing over.
/// - Timed launches get new inputs and outputs and are audited (audit.h). Guard zones are checked at every place.
/// - A point that is verified only, and one of a host, has a few launches that nobody looks at or one timed launch
///   instead. Then it is launched once more on the same inputs, and by the same module on others: on a GPU a few times
///   on new ones, audited; on a host once, on those of another seed.
/// - What outputs and guard zones hold before a launch differs from launch to launch and looks like a result.
///
/// No buffer and no module on the device is shared with neighbouring points. Inputs of both seeds and the reference's
/// answers to them are kept on the host.
void measure_untrusted(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result);

/// Overwrites what the kernel shall write with values that look like results, and the guard zones with another byte;
/// both random.
void randomize(const Job& job, const Prepared& prepared);

}  // namespace warpledger
