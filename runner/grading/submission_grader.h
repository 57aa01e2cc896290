#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grading/grading_grids.h"
#include "model/device.h"
#include "run/measured_grid.h"
#include "spec/library.h"
#include "submissions/submissions.h"

namespace warpledger {

/// A device that a class is graded on.
struct GradingDevice {
  std::string name;   ///< that a worker opens it by
  std::string label;  ///< what progress calls it: "cuda:1"; empty: there is no other
};

/// Opens the worker's device. Throws DeviceFailed when that cannot be.
Device opened_device(WorkerProcess& worker);

/// What is the same for all submissions of a session.
struct GradingSetup {
  Paths paths;
  std::vector<std::string> roots;      ///< of the experiment's library
  std::vector<GradingDevice> devices;  ///< of one model
  std::string session;                 ///< UUID
  std::vector<std::uint64_t> seeds;
  GradingGrids grids;
  std::vector<TimedOrdinal> timed;
  ProfiledOrdinals profiled;
  int rounds = 0;
  std::optional<unsigned int> lock_clocks_mhz;  ///< on each device, while one after the other is timed
  /// Brings a run to the ledger. Called by several threads, one at a time each.
  std::function<void(const MeasuredGrid&, const GradingMark&)> record;
};

/// Runs one submission, grid by grid, each recorded when it is measured. `setup` must outlive it.
class SubmissionGrader {
 public:
  SubmissionGrader(const GradingSetup& setup, ReadSubmission submission);

  /// For a person: "anna", "anna, attempt 2".
  std::string name() const;

  /// The checked grids on `device`. Others may be at work there meanwhile: where a point is lost or cannot be launched,
  /// perhaps because of them, nothing is recorded and finish() checks anew. Throws DeviceFailed or what a worker throws
  /// where the device failed.
  void check(const std::string& device);

  /// Whether check() lost a point.
  bool check_again() const { return check_again_; }

  /// What is left: the checked grids, unless check() had them; the profiled grid, to which `others` is added; and the
  /// rounds, with `reference`, which holds the device already, for the reference's. Needs the device for itself. Throws
  /// as check().
  void finish(const std::string& device, WorkerProcess& reference, const MeasuredGrid& others);

  /// Leaves what was measured to a device that failed: finish() makes another attempt from its beginning.
  void begin_anew();

  /// Whether its last run is recorded. False after a stop by the user.
  bool whole() const { return whole_; }

  /// How it went so far, for a person: "612 points correct", "3 of 612 points are not correct". Only a submission that
  /// is refused has something to say before anything was counted.
  std::string summary() const;

 private:
  Experiment submitted(const GradingGrid& grid) const;
  MeasuredGrid measure_own(GridRequest request, WorkerProcess& worker, const Device& device);
  bool refuse_unreadable(const std::string& device);
  void run_checked_grids(const std::string& device, bool alone);
  std::vector<TimedOrdinal> right_timed_ordinals() const;
  void run_rounds(const std::vector<TimedOrdinal>& timed, WorkerProcess& worker, WorkerProcess& reference,
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
  std::int64_t wrong_points_ = 0;  ///< those that are open included
  std::int64_t open_points_ = 0;   ///< a GPU may take what the host does not know
  bool checked_ = false;           ///< the checked grids are measured
  bool check_again_ = false;
  bool stopped_ = false;
  bool whole_ = false;
};

}  // namespace warpledger
