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

/// Reason of a failed run that lost a point, perhaps because of others on the device.
inline constexpr const char* kCheckedAgain = "a point was lost; checked again alone";
/// Reason of a failed run that the user stopped.
inline constexpr const char* kGradingStopped = "the grading was stopped";

/// A run of a grading. It counts once it ends.
class GradingRun {
 public:
  explicit GradingRun(RunRecorder recorder) : recorder_(std::move(recorder)) {}

  /// Commits results, without folders in the reasons, which students read. Returns false if the ledger rejected a
  /// point; finish() then throws.
  bool add(std::span<const Job> jobs, std::vector<Result> results);

  /// Ends the run; as interrupted if points are left out. `last` is the reason if no other run follows in the attempt.
  void finish(const GridEnd& end, const std::string& last = "");

  /// Ends the run as failed: it does not count, and its grid is measured again.
  void fail(const std::string& reason) { recorder_.finish("failed", reason); }

 private:
  RunRecorder recorder_;
};

/// Begins the runs of a session. Thread-safe.
class GradingRuns {
 public:
  GradingRuns(const ClassRequest& request, const std::vector<std::string>& roots,
              const std::vector<PassedOver>& passed_over);

  /// Begins a run of `points` points.
  GradingRun begin(const Experiment& experiment, const Device& device, std::size_t points,
                   const GradingMark& mark) const;

 private:
  std::string command_line_;
  std::string settings_json_;  ///< without the mark
  LedgerWriter ledger_;
};

}  // namespace warpledger
