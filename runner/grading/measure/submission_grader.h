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

/// A device that grades a class.
struct GradingDevice {
  std::string name;   ///< as a worker opens it
  std::string label;  ///< for progress: "cuda:1"; empty for a single device
};

/// Opens the worker's device. Throws DeviceFailed if that fails.
Device opened_device(WorkerProcess& worker);

/// Settings common to all submissions of a session.
struct GradingSetup {
  Paths paths;
  std::vector<std::string> roots;      ///< of the experiment's library
  std::vector<GradingDevice> devices;  ///< of one model
  std::string session;
  std::vector<std::uint64_t> seeds;
  GradingGrids grids;
  std::vector<TimedOrdinal> timed;
  ProfiledOrdinals profiled;
  int rounds = 0;
  std::optional<unsigned int> lock_clocks_mhz;  ///< while submissions are timed
  const GradingRuns* runs = nullptr;
};

/// Points of the profiled grid whose kernels no submission replaces: measured once per device, and part of each
/// profiled run there.
struct OtherPoints {
  std::vector<Job> jobs;
  std::vector<Result> results;
  GridEnd end;
};

struct Tally {
  std::int64_t points = 0;
  std::int64_t incorrect = 0;  ///< including undecided ones
  std::int64_t undecided = 0;  ///< a GPU may accept what the host does not know
  std::set<std::string> incorrect_kernels;

  void add(std::span<const Job> jobs, std::span<const Result> results, const Device& device);
  /// True if further measurements would show nothing new.
  bool nothing_correct() const { return incorrect == points; }
};

/// Runs one submission; each grid is a run. `setup` must outlive it.
class SubmissionGrader {
 public:
  SubmissionGrader(const GradingSetup& setup, ReadSubmission submission);

  /// Returns a name to show: "anna", "anna, attempt 2".
  std::string name() const;

  /// Runs the checked grids next to other submissions. If a point is lost, perhaps because of them, the run fails and
  /// finish() repeats its grid. Throws DeviceFailed or a worker's error if the device failed.
  void check(const std::string& device);

  /// True if check() lost a point.
  bool check_again() const { return check_again_; }

  /// Runs the rest: remaining checked grids, the profiled grid with `others`, and rounds with the reference's worker.
  /// Must be alone on the device. Throws like check().
  void finish(const std::string& device, WorkerProcess& reference, const OtherPoints& others);

  /// Discards the results of a failed device; finish() begins a new attempt.
  void begin_anew();

  /// True if its last run is recorded.
  bool whole() const { return whole_; }

  /// Returns its state: "612 points correct", "3 of 612 points are not correct", or why it was refused.
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
  Submission refused_;  ///< sources that a rule refused: recorded, not run
  std::string files_;
  std::string attempt_;
  std::optional<double> left_s_;  ///< of Grading::time_limit_s
  Tally tally_;
  std::size_t checked_grids_ = 0;  ///< number of grids measured so far
  bool check_again_ = false;
  bool stopped_ = false;
  bool whole_ = false;
};

}  // namespace warpledger
