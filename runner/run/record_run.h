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

/// A run's place in a campaign.
struct CampaignPlace {
  std::string campaign;              ///< UUID; empty outside a campaign
  std::string shard;                 ///< "2/8": the run's part of the plan; empty: all of it
  std::vector<std::string> devices;  ///< unique_name() of the campaign's devices; may be empty
  std::string of_device;             ///< device that the points count for; another one may measure them
  bool split = false;                ///< each device measures a share of the plan instead of all of it
  std::int64_t anchor = 0;           ///< ordinal of a split campaign's anchor (anchor_of())
  bool is_anchor = false;            ///< the run repeats the anchor after the device's share
};

/// Median times of a campaign's anchor on a device; absent if not measured or not ok.
struct AnchorTimes {
  std::string device;  ///< as on the campaign's page
  std::string point;   ///< identity
  std::optional<double> before_us;
  std::optional<double> after_us;
};

/// A device or its environment failed while points were left. The ledger has what was measured.
class DeviceFailed : public Error {
 public:
  DeviceFailed(const Error& error, bool lost) : Error(error), lost_(lost) {}
  /// True if the device did not recover from a fault.
  bool lost() const { return lost_; }

 private:
  bool lost_;
};

struct RunOptions : ExperimentOptions {
  std::string ledger = "results.db";
  std::optional<std::string> resume;  ///< "latest" or the start of a UUID; absent: a new run
  std::string command_line;
  bool quiet = false;
  std::optional<unsigned int> lock_clocks_mhz;  ///< SM clock to lock; absent: not locked
  std::string rerun_of;                         ///< UUID of the run that this one repeats; empty: none
  CampaignPlace place;
  ChoiceOfPoints choice;
};

/// Outcome of a new or resumed run.
struct RunEnd {
  std::string run;       ///< UUID
  std::string rerun_of;  ///< as in RunOptions
  std::string experiment;
  std::string device;        ///< its name
  std::int64_t planned = 0;  ///< points
  std::int64_t not_ok = 0;   ///< points, including those from before a resume
  bool complete = false;
  bool was_done = false;                    ///< there was nothing left to measure
  std::string left_out;                     ///< reason for points that a chooser left out; empty: none
  double profiling_s = 0;                   ///< time spent on counters
  std::vector<std::string> without_points;  ///< kernels of the submission without points after filters
  Library library = Library({});            ///< includes data of the experiment's folder
  std::optional<SearchSummary> search = std::nullopt;

  bool did_all() const { return complete || !left_out.empty(); }
  bool all_ok() const { return did_all() && not_ok == 0; }
};

struct PlannedOn {
  Opened& opened;
  const Device& device;
  const Plan& plan;
};

/// A new or resumed run, and what is left of it.
struct RunTask {
  Opened& opened;
  const Device& device;
  const Plan& plan;
  RunRecorder recorder;
  std::vector<std::int64_t> ordinals;  ///< points to run
  std::int64_t planned = 0;            ///< points of the run, including recorded ones
  std::int64_t not_ok = 0;             ///< recorded points that are not ok, including earlier ones
  std::size_t completed = 0;           ///< number of leading `ordinals` that are complete
  /// Called before each point with the number of started ones. True if the rest was given to another run. Null: never.
  std::function<bool(std::size_t begun)> is_rest_given = nullptr;
  PointChooser* chooser = nullptr;  ///< chooses points instead of `ordinals`; may be null
};

/// Output of a run's progress.
struct RunWatch {
  ProgressLines* lines = nullptr;  ///< null: no progress
  std::size_t line = 0;            ///< index in `lines`
  std::string label;               ///< prefix of each line; may be empty
  std::function<void(std::string_view)> tell;
};

/// Metadata common to all runs.
RunInfo info_of(const Experiment& experiment, const Device& device, std::int64_t points);

/// Also includes the run's settings. `points` is the number of points of `plan` to run.
RunInfo describe_run(const RunOptions& options, const Experiment& experiment, const Plan& plan, const Device& device,
                     std::int64_t points);

/// Runs the points of `task` into its ledger and ends the run. Points that the ledger rejects go to a spill file.
///
/// Throws DeviceFailed if the device fails, and Error if the ledger rejects points.
JobsSummary record_task(const RunOptions& options, RunTask& task, const RunWatch& watch);

/// record_task() for a single run. Throws DeviceFailed only if the device is lost. The caller has called
/// watch_for_stop(); this ends the watch.
RunEnd record_run(const RunOptions& options, RunTask task, const Console& console);

/// Plans the experiment of `options` and runs all points.
RunEnd run_experiment(const RunOptions& options, const Console& console);

RunEnd run_points(const RunOptions& options, const PlannedOn& at, LedgerWriter ledger,
                  std::vector<std::int64_t> ordinals, const Console& console);

}  // namespace warpledger
