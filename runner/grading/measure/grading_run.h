#pragma once

#include <span>
#include <string>
#include <vector>

#include "grading/measure/grading_session.h"
#include "model/device.h"
#include "model/job.h"
#include "model/result.h"
#include "run/measure_grid.h"
#include "spec/experiment.h"
#include "store/run_recorder.h"
#include "store/writer.h"
#include "submissions/submissions.h"

namespace warpledger {

struct ClassRequest;

/// What becomes of a grid that lost a point, perhaps because of others on the device.
inline constexpr const char* kCheckedAgain = "a point was lost; checked again alone";

/// A run of a grading. It counts once it ends: read_grading_session() ignores open and failed runs. A grid that was
/// stopped, killed or lost a point is measured again.
class GradingRun {
 public:
  explicit GradingRun(RunRecorder recorder) : recorder_(std::move(recorder)) {}

  /// Commits points, a result for each job. Students read the reasons: they lose their folders. Returns false if the
  /// ledger has refused a point: finish() throws the refusal.
  bool add(std::span<const Job> jobs, std::vector<Result> results);

  /// Ends the run, interrupted if points are left out. `last`: reason to measure nothing else of the attempt; empty:
  /// more runs follow.
  void finish(const GridEnd& end, const std::string& last = "");

  /// Ends the run as failed, because it lost a point: its grid is measured again, alone.
  void fail() { recorder_.finish("failed", kCheckedAgain); }

 private:
  RunRecorder recorder_;
};

/// Begins the runs of a session in its ledger. Several threads may share it.
class GradingRuns {
 public:
  /// Opens the ledger of `request`. `passed_over` goes to the settings of each run.
  GradingRuns(const ClassRequest& request, const std::vector<std::string>& roots,
              const std::vector<PassedOver>& passed_over);

  /// Begins a run of `points` points of `experiment`.
  GradingRun begin(const Experiment& experiment, const Device& device, std::size_t points,
                   const GradingMark& mark) const;

 private:
  std::string command_line_;
  std::string settings_json_;  ///< all but the mark
  LedgerWriter ledger_;
};

}  // namespace warpledger
