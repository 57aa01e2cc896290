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

/// Options stored with `run`, overridden by those in `given`. Throws Error for a run of a grading, which cannot be
/// resumed alone.
RunOptions stored_run_options(const StoredRun& run, RunOptions given);

/// Restores the files of a run that repeated another one, because its folder is gone. Returns the options to run it.
using PutFilesBack = std::function<RunOptions(const StoredRun& run, RunOptions options)>;

/// Resumes the run that `options.resume` names: measures points without an outcome, if any. Throws Error if the
/// experiment, sources, metrics or device have changed, or if another process is working on it.
RunEnd resume_run(const RunOptions& options, const Console& console, const PutFilesBack& put_files_back);

/// Measures what is left of a claimed run that was found unchanged.
RunEnd go_on(const RunOptions& options, const PlannedOn& at, StoredRun run, LedgerWriter ledger,
             const Console& console);

/// Number of recorded points that are not ok.
std::int64_t not_ok_of(const StoredRun& run);

/// Ordinals that none of `runs` has recorded.
std::vector<std::int64_t> ordinals_left(const std::vector<std::int64_t>& ordinals, const std::vector<StoredRun>& runs);

/// Resumes a claimed run in the ledger: records the points of its spill files, adds them to `run`, and records a new
/// start. Reports both to `tell`.
RunRecorder resumed_recorder(const RunOptions& options, const PlannedOn& at, StoredRun& run, LedgerWriter ledger,
                             const RunInfo& info, const std::function<void(std::string_view)>& tell);

}  // namespace warpledger
