#pragma once

#include <optional>

#include "run/console.h"
#include "run/run_options.h"

namespace warpledger {

/// Goes on with the run that `options.resume` names: runs the points that have no outcome. Nothing when no point is
/// left. Throws Error when its experiment, sources, metrics or device have changed, or when it is under way elsewhere.
std::optional<RunEnd> resume_run(const RunOptions& options, const Console& console);

}  // namespace warpledger
