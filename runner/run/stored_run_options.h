#pragma once

#include "run/run_options.h"
#include "store/stored_run.h"

namespace warpledger {

/// The options that `run` began with, which the ledger has; what the user names again is taken from `given`. Throws
/// Error for a run of a grading, which does not stand alone.
RunOptions stored_run_options(const StoredRun& run, RunOptions given);

}  // namespace warpledger
