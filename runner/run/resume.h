#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "model/device.h"
#include "plan/plan.h"
#include "run/record_run.h"
#include "spec/experiment.h"
#include "store/run_info.h"

namespace warpledger {

/// The options that `run` began with, which the ledger has; what the user names again is taken from `given`. Throws
/// Error for a run of a grading, which does not stand alone.
RunOptions stored_run_options(const StoredRun& run, RunOptions given);

/// Puts the files of a run that measured another one again where they can be run from: its own folder is gone. Gives
/// the options to run it from there.
using PutFilesBack = std::function<RunOptions(const StoredRun& run, RunOptions options)>;

/// Goes on with the run that `options.resume` names: runs the points that have no outcome. Measures nothing when no
/// point is left. Throws Error when its experiment, sources, metrics or device have changed, or when it is under way
/// elsewhere.
RunEnd resume_run(const RunOptions& options, const Console& console, const PutFilesBack& put_files_back);

/// Goes on with a claimed run that may continue there: runs the points that are left.
RunEnd go_on(const RunOptions& options, const PlannedOn& at, StoredRun run, LedgerWriter ledger,
             const Console& console);

/// How many points it has recorded that are not ok.
std::int64_t not_ok_of(const StoredRun& run);

/// Those of `ordinals` that none of the runs has recorded.
std::vector<std::int64_t> ordinals_left(const std::vector<std::int64_t>& ordinals, const std::vector<StoredRun>& runs);

/// Resumes the run that `ledger` has claimed: records the points of its spill files, adds them to `run`, and begins a
/// start. Reports both to `tell`.
RunRecorder resumed_recorder(const RunOptions& options, const PlannedOn& at, StoredRun& run, LedgerWriter ledger,
                             const RunInfo& info, const std::function<void(std::string_view)>& tell);

}  // namespace warpledger
