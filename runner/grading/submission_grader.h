#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grading/grading_grids.h"
#include "run/measured_grid.h"
#include "spec/library.h"
#include "submissions/submissions.h"

namespace warpledger {

/// What is the same for all submissions of a session.
struct GradingSetup {
  Paths paths;
  std::vector<std::string> roots;  ///< of the experiment's library
  std::string device;              ///< as --device names it
  std::string session;             ///< UUID
  std::vector<std::uint64_t> seeds;
  GradingGrids grids;
  std::vector<TimedOrdinal> timed;
  ProfiledOrdinals profiled;
  int rounds = 0;
  /// Brings a run to the ledger. Called by several threads, one at a time each.
  std::function<void(const MeasuredGrid&, const GradingMark&)> record;
};

/// Runs one submission, grid by grid, each recorded when it is measured. `setup` must outlive it.
class SubmissionGrader {
 public:
  SubmissionGrader(const GradingSetup& setup, ReadSubmission submission);

  /// For a person: "anna", "anna, attempt 2".
  std::string name() const;

  /// The checked grids. Others may be at work on the device meanwhile: where a point is lost or cannot be launched,
  /// perhaps because of them, nothing is recorded and finish() checks anew.
  void check();

  /// What is left: the profiled grid, to which `others` is added, and the rounds, with `reference`, which holds the
  /// device already, for the reference's. Needs the device for itself.
  void finish(WorkerProcess& reference, const MeasuredGrid& others);

  /// Whether its last run is recorded. False after a stop by the user.
  bool whole() const { return whole_; }

  /// How it went so far, for a person: "612 points correct", "3 of 612 points are not correct". Only a submission that
  /// is refused has something to say before anything was counted.
  std::string summary() const;

 private:
  Experiment submitted(const GradingGrid& grid) const;
  MeasuredGrid measure_own(GridRequest request, WorkerProcess& worker, const Device& device);
  bool refuse_unreadable();
  void run_checked_grids(bool alone);
  std::vector<std::int64_t> right_timed_ordinals() const;
  void run_rounds(const std::vector<std::int64_t>& ordinals, WorkerProcess& worker, WorkerProcess& reference,
                  const Device& device);
  void remember(const MeasuredGrid& grid);
  void forget();
  /// Nothing else would be learnt of it then.
  bool nothing_right() const { return wrong_points_ == points_; }
  bool record(const MeasuredGrid& grid, GradingMark mark, bool last);

  const GradingSetup& setup_;
  ReadSubmission submission_;
  Submission refused_;            ///< what was read of one that a rule refused: kept, and not run
  std::string files_;             ///< digest of what was handed in
  std::string attempt_;           ///< UUID
  std::optional<double> left_s_;  ///< of Grading::time_limit_s
  std::set<std::string> wrong_kernels_;
  std::int64_t points_ = 0;
  std::int64_t wrong_points_ = 0;
  bool check_again_ = false;
  bool stopped_ = false;
  bool whole_ = false;
};

}  // namespace warpledger
