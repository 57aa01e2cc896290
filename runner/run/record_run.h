#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "plan/plan.h"
#include "run/open_experiment.h"
#include "run/run_options.h"
#include "store/writer.h"

namespace warpledger {

/// A run that has begun or is resumed, and what is left of it.
struct RunTask {
  Opened& opened;
  const Device& device;
  const Plan& plan;
  LedgerWriter ledger;
  std::string run;                     ///< UUID
  std::vector<std::int64_t> ordinals;  ///< of the points to run
  std::int64_t not_ok = 0;             ///< points recorded before that are not ok
};

/// What the ledger keeps of any run of `experiment` on `device`, of so many points.
RunInfo info_of(const Experiment& experiment, const Device& device, std::int64_t points);

/// The same with how the run was asked for.
RunInfo describe_run(const RunOptions& options, const Experiment& experiment, const Plan& plan, const Device& device);

/// Runs the points of `task` into its ledger and ends the run. The caller watches for stops since the run began; nobody
/// does when this returns.
RunEnd record_run(const RunOptions& options, RunTask task, const Console& console);

/// Plans the experiment of `options` and runs all of its points into a new run of the ledger.
RunEnd begin_run(const RunOptions& options, const Console& console);

}  // namespace warpledger
