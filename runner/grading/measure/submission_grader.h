#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "grading/measure/grading_grids.h"
#include "grading/measure/grading_run.h"
#include "model/device.h"
#include "run/measure_grid.h"
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
  const GradingRuns* runs = nullptr;
};

/// Points of the profiled grid's kernels that no submission replaces: measured once a device, part of each submission's
/// profiled run there.
struct OtherPoints {
  std::vector<Job> jobs;
  std::vector<Result> results;  ///< one a job
  GridEnd end;
};

/// Counts of a submission's points.
struct Tally {
  std::int64_t points = 0;
  std::int64_t incorrect = 0;  ///< undecided ones included
  std::int64_t undecided = 0;  ///< a GPU may accept what the host does not know
  std::set<std::string> incorrect_kernels;

  void add(std::span<const Job> jobs, std::span<const Result> results, const Device& device);
  /// Measuring more would show nothing new.
  bool nothing_correct() const { return incorrect == points; }
};

/// Runs one submission, grid by grid, each a run whose points are committed as they come. `setup` must outlive it.
class SubmissionGrader {
 public:
  SubmissionGrader(const GradingSetup& setup, ReadSubmission submission);

  /// For a person: "anna", "anna, attempt 2".
  std::string name() const;

  /// The checked grids on `device`. Others may be at work there meanwhile: where a point is lost or cannot be launched,
  /// perhaps because of them, that grid's run fails and finish() continues with this grid. Throws DeviceFailed or
  /// what a worker throws where the device failed.
  void check(const std::string& device);

  /// Whether check() lost a point.
  bool check_again() const { return check_again_; }

  /// Runs the rest: checked grids that check() did not finish; the profiled grid, to which `others` is added; and the
  /// rounds, with `reference`, which holds the device already, for the reference's. Needs the device for itself. Throws
  /// as check().
  void finish(const std::string& device, WorkerProcess& reference, const OtherPoints& others);

  /// Leaves what was measured to a device that failed: finish() makes another attempt from its beginning.
  void begin_anew();

  /// Whether its last run is recorded. False after a stop by the user.
  bool whole() const { return whole_; }

  /// How it went so far, for a person: "612 points correct", "3 of 612 points are not correct". Only a submission that
  /// is refused has something to say before anything was counted.
  std::string summary() const;

 private:
  Experiment submitted(const GradingGrid& grid) const;
  GradingRun begin_run(const Experiment& experiment, const Device& device, std::size_t points, GradingMark mark) const;
  GridEnd measure_own(GridRequest request, WorkerProcess& worker, const TakePoints& take);
  bool refuse_unreadable(const std::string& device);
  void run_checked_grids(const std::string& device, bool alone);
  std::vector<TimedOrdinal> right_timed_ordinals() const;
  void run_rounds(const std::vector<TimedOrdinal>& timed, WorkerProcess& worker, WorkerProcess& reference,
                  const Device& device);
  bool check_grid(const GradingGrid& grid, WorkerProcess& worker, const Device& device, bool alone);
  bool run_round(int round, const std::vector<std::int64_t>& ordinals, WorkerProcess& worker, const Device& device,
                 const std::string& last);
  bool run_reference(int round, const std::vector<std::int64_t>& ordinals, WorkerProcess& worker, const Device& device,
                     const std::string& last);
  bool finish_run(GradingRun& run, const GridEnd& end, const std::string& last);

  const GradingSetup& setup_;
  ReadSubmission submission_;
  Submission refused_;            ///< what was read of one that a rule refused: kept, and not run
  std::string files_;             ///< digest of what was handed in
  std::string attempt_;           ///< UUID
  std::optional<double> left_s_;  ///< of Grading::time_limit_s
  Tally tally_;
  std::size_t checked_grids_ = 0;  ///< how many are measured, from the first
  bool check_again_ = false;
  bool stopped_ = false;
  bool whole_ = false;
};

}  // namespace warpledger
