#pragma once

#include "base/text_width.h"
#include "run/record_run.h"

namespace warpledger {

/// Measures the shard of a campaign that `options` name, or what is left of it: the same command begins it and goes on
/// with it. On the device of its newest run, that run is resumed; on another one of the same model a sibling begins, a
/// run of the points that no run of the shard has. Measures nothing when no point is left. Throws Error on a device of
/// another model, and where what it is made of has changed.
RunEnd run_shard(const RunOptions& options, const Console& console);

}  // namespace warpledger
