#pragma once

#include "base/text_width.h"
#include "run/record_run.h"

namespace warpledger {

/// Starts or resumes the shard of a campaign that `options` name. Resumes its newest run on that run's device; on
/// another device of the same model starts a sibling run with the points that no run of the shard has. Measures nothing
/// if no point is left. Throws Error on another model, and if experiment or settings have changed.
RunEnd run_shard(const RunOptions& options, const Console& console);

}  // namespace warpledger
