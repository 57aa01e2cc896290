#include "run/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "model/device_name.h"
#include "plan/shard.h"
#include "run/open_experiment.h"
#include "run/record_run.h"
#include "run/run_changes.h"
#include "run/spill.h"
#include "run/stop_signal.h"
#include "spec/library.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

/// The points of the run; for a shard, without those of earlier runs.
std::vector<std::int64_t> ordinals_of(const Plan& plan, const StoredRun& run, const LedgerWriter& ledger) {
  if (!run.shard.empty()) {
    std::vector<StoredRun> others = ledger.runs_of_shard(run.campaign, run.shard, run.experiment);
    std::erase_if(others, [&](const StoredRun& other) { return other.uuid == run.uuid; });
    return ordinals_left(ordinals_of(plan, parse_shard(run.shard, "--shard")), others);
  }
  return plan.ordinals();
}

/// If a later run continues the shard, resuming this one would measure points twice.
void refuse_continued(const StoredRun& run, const LedgerWriter& ledger) {
  if (run.shard.empty()) return;
  const std::vector<StoredRun> runs = ledger.runs_of_shard(run.campaign, run.shard, run.experiment);
  if (runs.back().uuid != run.uuid)
    refuse_to_resume(run,
                     fmt::format("run {} has gone on with its shard, {}", runs.back().uuid.substr(0, 8), run.shard),
                     "resume that run");
}

/// Rejects runs that cannot be resumed on their own.
void refuse_other_runs(const StoredRun& run, const nlohmann::json& settings) {
  const auto foreign = settings.find("foreign");
  if (foreign != settings.end() && foreign->is_object())
    throw Error(fmt::format("run {} was imported: {} measured it", run.uuid.substr(0, 8),
                            foreign->value("tool", "another tool")),
                "its sources are not in the ledger: measure again with that tool, and import the result");
  if (settings.contains("grading"))
    throw Error(fmt::format("run {} is part of a grading, which works on whole submissions", run.uuid.substr(0, 8)),
                fmt::format("resume the grading: warpledger grade {} --session {} --submissions FOLDER", run.experiment,
                            settings["grading"].value("session", "")));
}

RunOptions with_settings(const StoredRun& run, const nlohmann::json& settings, RunOptions given) {
  refuse_other_runs(run, settings);
  given.overrides.set = settings.value("set", std::vector<std::string>{});
  given.overrides.positional = settings.value("arguments", std::vector<std::string>{});
  given.seed = settings.value("seed", given.seed);
  given.untrusted = given.untrusted || settings.value("untrusted", false);
  if (given.experiment.empty()) given.experiment = settings.value("experiment", run.experiment);
  if (given.submission.empty()) given.submission = settings.value("submission", "");
  given.submission_name = settings.value("submission_name", "");
  if (given.device == RunOptions().device && !run.device.id.empty()) given.device = run.device.id;
  return given;
}

/// The end of a run that measures nothing now.
RunEnd end_of_done(const StoredRun& run, bool complete) {
  RunEnd end;
  end.run = run.uuid;
  end.experiment = run.experiment;
  end.device = run.device.name;
  end.planned = run.planned_points;
  end.not_ok = not_ok_of(run);
  end.complete = complete;
  end.was_done = true;
  return end;
}

/// Records results that the ledger at `path` rejected before, and adds them to `run`. Skips recorded ones, so it can be
/// repeated.
void take_in_spill(const std::string& path, const Plan& plan, LedgerWriter& ledger, StoredRun& run,
                   const std::function<void(std::string_view)>& tell) {
  std::set<std::int64_t> recorded;
  for (const RecordedPoint& point : run.recorded) recorded.insert(point.ordinal);
  std::map<std::string, std::vector<SpilledResult>> files;  // read all before recording any
  for (const std::string& file : spill_files(path, run.uuid)) files[file] = read_spill(file);
  for (const auto& [file, results] : files) {
    std::int64_t taken = 0;
    for (const SpilledResult& spilled : results) {
      const std::int64_t ordinal = spilled.result.ordinal;
      if (recorded.contains(ordinal) || ordinal < 0 || ordinal >= plan.size()) continue;
      const Job job = plan.job(ordinal);
      if (job.key != spilled.key) continue;  // from another plan: measured again
      ledger.record(job, spilled.result);
      recorded.insert(ordinal);
      run.recorded.push_back({ordinal, job.key, job.identity, spilled.result.outcome == Outcome::ok});
      ++taken;
    }
    if (taken > 0) tell(fmt::format("{} result{} taken from {}\n", taken, taken == 1 ? "" : "s", file));
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
}

}  // namespace

RunOptions stored_run_options(const StoredRun& run, RunOptions given) {
  try {
    return with_settings(run, nlohmann::json::parse(run.settings_json), std::move(given));
  } catch (const nlohmann::json::exception&) {
    throw Error(fmt::format("run {} has settings that warpledger does not write: {}", run.uuid.substr(0, 8),
                            printable(run.settings_json.substr(0, 200))),
                "the run may come from another ledger: it cannot be run again");
  }
}

RunEnd resume_run(const RunOptions& given, const Console& console, const PutFilesBack& put_files_back) {
  schema_version_of_ledger(given.ledger);
  LedgerWriter ledger(given.ledger, schema_folder(find_paths().roots));
  StoredRun run = ledger.claim_run(*given.resume);
  RunOptions options = stored_run_options(run, given);  // first: rejects runs of a grading, finished or not
  // CUDA numbers only visible GPUs: in a batch job often one, with number 0.
  if (given.device == RunOptions().device && run.device.backend == "cuda") options.device = run.device.uuid;
  const std::string name = run.uuid.substr(0, 8);
  const nlohmann::json settings = nlohmann::json::parse(run.settings_json);
  if (settings.contains("in_turn"))
    refuse_to_resume(run, "it was measured in turn with another one, for a comparison",
                     "compare the runs that they repeat again: warpledger compare BEFORE AFTER --measure-more");
  if (run.outcome == "finished") {
    console.tell(fmt::format("run {} is finished: all of its {} points are recorded\n", name,
                             with_thousands(run.planned_points)));
    return end_of_done(run, true);
  }
  if (settings.contains("rerun_of") && settings.contains("plan_points"))
    refuse_to_resume(run, "it measures a part of a plan again", "measure that part once more: `warpledger rerun`");
  options.choice =
      choice_of_resumed(run, given.choice, has_chosen_points(run) ? ledger.recorded_results() : std::vector<Result>());
  if (options.choice.budget && is_spent(*options.choice.budget)) {
    console.tell(fmt::format(
        "run {} has spent the budget of its search: {} of {} points are recorded; --budget gives it more\n", name,
        with_thousands(static_cast<std::int64_t>(run.recorded.size())), with_thousands(run.planned_points)));
    return end_of_done(run, false);
  }
  refuse_continued(run, ledger);
  if (settings.contains("rerun_of")) options = put_files_back(run, std::move(options));
  Opened opened = open_experiment(options);
  refuse_changed_texts(run, opened.experiment);
  Device device = described(*opened.worker);
  refuse_another_device(run, device);
  const auto clocks = locked_clocks(options.lock_clocks_mhz, device);
  const Plan plan = make_plan(opened.experiment, device);
  refuse_changed_plan(run, plan);
  return go_on(options, {opened, device, plan}, std::move(run), std::move(ledger), console);
}

std::int64_t not_ok_of(const StoredRun& run) {
  return std::count_if(run.recorded.begin(), run.recorded.end(), [](const auto& point) { return !point.ok; });
}

RunEnd go_on(const RunOptions& options, const PlannedOn& at, StoredRun run, LedgerWriter ledger,
             const Console& console) {
  const auto& [opened, device, plan] = at;
  const std::int64_t planned = run.planned_points;
  const std::vector<std::int64_t> ordinals = ordinals_of(plan, run, ledger);
  watch_for_stop();
  RunRecorder recorder = resumed_recorder(options, at, run, std::move(ledger),
                                          describe_run(options, opened.experiment, plan, device, planned),
                                          [&](std::string_view text) { console.tell(text); });
  std::vector<std::int64_t> left = ordinals_left(ordinals, {run});
  if (!options.quiet)
    console.tell(fmt::format("{} on {}: resuming run {}, {} of {} points left\n", opened.experiment.name,
                             label_of(device), run.uuid.substr(0, 8),
                             with_thousands(static_cast<std::int64_t>(left.size())), with_thousands(planned)));
  const auto chooser = make_chooser(options.choice, plan, options.seed,
                                    options.choice.any() ? recorder.recorded_results() : std::vector<Result>());
  RunTask task{opened, device, plan, std::move(recorder), std::move(left), planned, not_ok_of(run)};
  task.chooser = chooser.get();
  return record_run(options, std::move(task), console);
}

RunRecorder resumed_recorder(const RunOptions& options, const PlannedOn& at, StoredRun& run, LedgerWriter ledger,
                             const RunInfo& info, const std::function<void(std::string_view)>& tell) {
  take_in_spill(options.ledger, at.plan, ledger, run, tell);
  const std::string changes = changes_since(run, at.device, tool_version());
  RunRecorder recorder(std::move(ledger), run, info, changes);
  if (!changes.empty()) tell(fmt::format("changed since the run was last worked on: {}\n", changes));
  return recorder;
}

std::vector<std::int64_t> ordinals_left(const std::vector<std::int64_t>& ordinals, const std::vector<StoredRun>& runs) {
  std::set<std::int64_t> recorded;
  for (const StoredRun& run : runs)
    for (const RecordedPoint& point : run.recorded) recorded.insert(point.ordinal);
  std::vector<std::int64_t> left;
  for (const std::int64_t ordinal : ordinals)
    if (!recorded.contains(ordinal)) left.push_back(ordinal);
  return left;
}

}  // namespace warpledger
