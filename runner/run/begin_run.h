#pragma once

#include "base/text_width.h"
#include "run/run_options.h"

namespace warpledger {

/// Plans the experiment of `options` and runs all of its points into a new run of the ledger.
RunEnd begin_run(const RunOptions& options, const Console& console);

}  // namespace warpledger
