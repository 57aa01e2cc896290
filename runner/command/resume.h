#pragma once

#include "command/run_options.h"

namespace warpledger {

/// Goes on with the run that `options.resume` names: runs the points that have no outcome. The exit code. Throws Error
/// when its experiment, sources, metrics or device have changed, or when it is under way elsewhere.
int resume_run(const RunOptions& options);

}  // namespace warpledger
