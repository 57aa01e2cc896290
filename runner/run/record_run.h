#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text_width.h"
#include "exec/run_jobs.h"
#include "plan/plan.h"
#include "run/choose_points.h"
#include "run/open_experiment.h"
#include "run/point_chooser.h"
#include "run/progress.h"
#include "run/search_summary.h"
#include "store/run_recorder.h"

namespace warpledger {

/// Where a run stands in a campaign: runs that belong together.
struct CampaignPlace {
  std::string campaign;              ///< its UUID; empty: the run is of none
  std::string shard;                 ///< "2/8": the run's part of the plan; empty: all of it
  std::vector<std::string> devices;  ///< unique_name() of each that the campaign measures the plan on; may be empty
  std::string of_device;             ///< which of them the run's points are counted for; it may run on another one
  bool split = false;                ///< each device measures a share of the plan, in place of all of it
  std::int64_t anchor = 0;           ///< of a campaign that splits: the ordinal of the anchor (anchor_of())
  bool is_anchor = false;            ///< the run is that of the anchor after the device's share
};

/// The median time of a campaign's anchor on a device; absent where it was not measured or is not right.
struct AnchorTimes {
  std::string device;  ///< as the campaign's page calls it
  std::string point;   ///< its identity
  std::optional<double> before_us;
  std::optional<double> after_us;
};

/// A device, or what it runs with, failed while points were left. What was measured is in the ledger.
class DeviceFailed : public Error {
 public:
  DeviceFailed(const Error& error, bool lost) : Error(error), lost_(lost) {}
  /// The device did not come back after a fault.
  bool lost() const { return lost_; }

 private:
  bool lost_;
};

/// What a run is asked for.
struct RunOptions : ExperimentOptions {
  std::string ledger = "results.db";
  std::optional<std::string> resume;  ///< "latest" or the start of the run's UUID; absent: a new run
  std::string command_line;
  bool quiet = false;                           ///< no progress is shown
  std::optional<unsigned int> lock_clocks_mhz;  ///< the SM clock to measure at; nothing: as it is
  std::string rerun_of;                         ///< UUID of the run that this one measures again; empty: none
  CampaignPlace place;
  ChoiceOfPoints choice;
};

/// How a run ended that was begun or resumed.
struct RunEnd {
  std::string run;       ///< UUID
  std::string rerun_of;  ///< as in RunOptions
  std::string experiment;
  std::string device;        ///< its name
  std::int64_t planned = 0;  ///< points
  std::int64_t not_ok = 0;   ///< points, those that were recorded before a resume included
  bool complete = false;     ///< no point is left
  bool was_done = false;     ///< nothing was measured now
  std::string left_out;      ///< why points were left out that the run had a choice of; empty: it had none
  double profiling_s = 0;    ///< for counters
  std::vector<std::string> without_points;  ///< kernels of the submission that filters leave no point of
  Library library = Library({});            ///< with the data of the experiment's own folder
  std::optional<SearchSummary> search = std::nullopt;

  /// Whether it did all that it was asked for.
  bool did_all() const { return complete || !left_out.empty(); }
  bool all_ok() const { return did_all() && not_ok == 0; }
};

/// An experiment and its plan on the device of its worker.
struct PlannedOn {
  Opened& opened;
  const Device& device;
  const Plan& plan;
};

/// A run that has begun or is resumed, and what is left of it.
struct RunTask {
  Opened& opened;
  const Device& device;
  const Plan& plan;
  RunRecorder recorder;
  std::vector<std::int64_t> ordinals;  ///< of the points to run
  std::int64_t planned = 0;            ///< points of the run, those recorded before included
  std::int64_t not_ok = 0;             ///< points recorded that are not ok, those of before included
  std::size_t completed = 0;           ///< of `ordinals`, from the first
  /// Asked before each point, with how many have begun: whether the others were given to another run. Null: they never
  /// are.
  std::function<bool(std::size_t begun)> is_rest_given = nullptr;
  PointChooser* chooser = nullptr;  ///< chooses the points in place of `ordinals`; null: nobody does
};

/// Where a run is watched.
struct RunWatch {
  ProgressLines* lines = nullptr;  ///< null: its progress is not shown
  std::size_t line = 0;            ///< of them
  std::string label;               ///< before each line; empty: none
  std::function<void(std::string_view)> tell;
};

/// What the ledger keeps of any run of `experiment` on `device`, of so many points.
RunInfo info_of(const Experiment& experiment, const Device& device, std::int64_t points);

/// The same with how the run was asked for: `points` of `plan`.
RunInfo describe_run(const RunOptions& options, const Experiment& experiment, const Plan& plan, const Device& device,
                     std::int64_t points);

/// Runs the points of `task` into its ledger and ends the run there. Points that the ledger refuses go to a spill file.
///
/// Throws DeviceFailed when the device does, and Error when the ledger refuses.
JobsSummary record_task(const RunOptions& options, RunTask& task, const RunWatch& watch);

/// record_task() of a run alone; DeviceFailed only of a device that is lost. The caller watches for stops since the run
/// began; nobody does when this returns.
RunEnd record_run(const RunOptions& options, RunTask task, const Console& console);

/// Plans the experiment of `options` and records a run of all its points.
RunEnd run_experiment(const RunOptions& options, const Console& console);

/// Records a run of these points of the plan.
RunEnd run_points(const RunOptions& options, const PlannedOn& at, LedgerWriter ledger,
                  std::vector<std::int64_t> ordinals, const Console& console);

}  // namespace warpledger
