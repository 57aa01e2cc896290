#include "run/record_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "base/version.h"
#include "exec/run_jobs.h"
#include "exec/speed_of_light.h"
#include "exec/worker_process.h"
#include "model/device_name.h"
#include "plan/plan.h"
#include "run/compilers.h"
#include "run/plan_page.h"
#include "run/progress.h"
#include "run/resume_command.h"
#include "run/run_texts.h"
#include "run/spill.h"
#include "run/stop_signal.h"
#include "run/weak_checks.h"
#include "spec/library.h"

namespace warpledger {
namespace {

JobsSummary record_points(const RunOptions& options, RunTask& task, Progress* progress, WeakChecks& weak) {
  RunCallbacks callbacks;
  std::size_t begun = 0;
  callbacks.progress = [&](const RunStep& step) {
    if (!step.result) ++begun;
    if (step.result && step.result->outcome != Outcome::ok) ++task.not_ok;
    if (step.result && task.chooser) task.chooser->measured(*step.result);
    if (!progress) return;
    if (step.result) {
      progress->end(step.job, *step.result);
    } else {
      progress->begin(step.job);
    }
  };
  callbacks.complete = [&](std::span<const Job> jobs, std::span<const Result> results) {
    task.recorder.add(jobs, results);
    task.completed += jobs.size();
    if (task.chooser) task.chooser->recorded(jobs, results);
    weak.look_at(jobs, results);
    if (!progress) return;
    for (const Result& result : results) progress->tell_absent_counters(result);
  };
  callbacks.after_measuring = [peaks = peaks_of(task.device)](const Job& job, Result& result) {
    refuse_implausible(job, peaks, result);
  };
  bool is_rest_given = false;
  callbacks.stop_requested = [&] {
    if (stop_requested() || task.recorder.has_failed()) return true;
    is_rest_given = task.is_rest_given && task.is_rest_given(begun);
    return is_rest_given;
  };
  const auto job_at = [&](std::int64_t ordinal) {
    Job job = task.plan.job(ordinal);
    job.untrusted = options.runs_untrusted_code();
    return job;
  };
  if (task.chooser) {
    const NextPoint next = [&] { return task.chooser->next(); };
    return run_jobs(next, job_at, *task.opened.worker, callbacks, task.chooser->limits());
  }
  JobsSummary summary = run_jobs(task.ordinals, job_at, *task.opened.worker, callbacks);
  summary.whole |= is_rest_given;
  return summary;
}

std::vector<std::string> submitted_without_points(const RunTask& task) {
  std::vector<std::string> names = task.plan.filtered_out();
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::none_of(task.opened.experiment.families, [&](const Family& family) {
      return std::ranges::any_of(family.kernels,
                                 [&](const Kernel& kernel) { return kernel.name == name && kernel.submitted; });
    });
  });
  return names;
}

}  // namespace

RunInfo info_of(const Experiment& experiment, const Device& device, std::int64_t points) {
  RunInfo info;
  info.experiment = experiment.name;
  info.experiment_text = experiment.text;
  info.texts = texts_of(experiment);
  info.report = experiment.report;
  info.tool_version = tool_version();
  info.submission = experiment.submission;
  info.seed = experiment.seed;
  info.planned_points = points;
  info.device = device;
  return info;
}

RunInfo describe_run(const RunOptions& options, const Experiment& experiment, const Plan& plan, const Device& device,
                     std::int64_t points) {
  RunInfo info = info_of(experiment, device, points);
  info.command_line = options.command_line;
  nlohmann::json settings = {{"experiment", lasting_name(options.experiment)},
                             {"set", options.overrides.set},
                             {"arguments", options.overrides.positional},
                             {"seed", options.seed},
                             {"untrusted", options.untrusted}};
  if (!options.submission.empty()) {
    settings["submission"] = std::filesystem::absolute(options.submission).string();
    settings["submission_name"] = options.submission_name;
  }
  if (!options.rerun_of.empty()) settings["rerun_of"] = options.rerun_of;
  info.campaign = options.place.campaign;
  info.shard = options.place.shard;
  if (!options.place.devices.empty())
    settings["campaign"] = {{"devices", options.place.devices}, {"of_device", options.place.of_device}};
  if (options.place.split) settings["campaign"]["anchor"] = options.place.anchor;
  if (options.place.is_anchor) settings["campaign"]["is_anchor"] = true;
  const bool is_part_again = !options.rerun_of.empty() && points != plan.size();
  if (!options.place.shard.empty() || is_part_again) settings["plan_points"] = plan.size();
  if (const nlohmann::json search = settings_of(options.choice); !search.is_null()) settings["search"] = search;
  // A path may not be UTF-8, which JSON requires.
  info.settings_json = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return info;
}

JobsSummary record_task(const RunOptions& options, RunTask& task, const RunWatch& watch) {
  RunRecorder& recorder = task.recorder;
  recorder.keep_refused_in(std::make_unique<Spill>(options.ledger, recorder.run()));
  std::optional<Progress> progress;
  if (watch.lines)
    progress.emplace(*watch.lines, watch.line, watch.label,
                     task.chooser ? task.chooser->most_points() : static_cast<std::int64_t>(task.ordinals.size()),
                     task.chooser ? task.chooser->most_s() : std::nullopt);
  WeakChecks weak;
  const CompileAhead compilers = compile_ahead_of(options, task);
  JobsSummary summary;
  try {
    summary = record_points(options, task, progress ? &*progress : nullptr, weak);
  } catch (const Error& error) {
    recorder.finish("failed", error.problem());
    throw DeviceFailed(with_resume_command(error, options.ledger, recorder.run()),
                       dynamic_cast<const DeviceLost*>(&error) != nullptr);
  } catch (const std::exception& failure) {
    recorder.finish("failed", failure.what());
    throw;
  }
  const std::string left_out = !summary.whole ? "stopped by the user" : task.chooser ? task.chooser->left_out() : "";
  recorder.finish(left_out.empty() ? "finished" : "interrupted", left_out);
  if (progress) progress->finish();
  if (const std::string warnings = weak.warnings(); !warnings.empty()) watch.tell(warnings);
  return summary;
}

RunEnd record_run(const RunOptions& options, RunTask task, const Console& console) {
  if (const auto& network = task.recorder.network_file_system(); network && !options.quiet)
    console.tell(fmt::format(
        "{} is on a network file system ({}): it is used without a write-ahead log, so reports and runs wait for each "
        "other\n",
        options.ledger, *network));
  ProgressLines lines(console.out, console.takes_escape_codes, console.width);
  const auto tell = [&](std::string_view text) { console.tell(text); };
  JobsSummary summary;
  try {
    summary =
        record_task(options, task, {.lines = options.quiet ? nullptr : &lines, .line = 0, .label = "", .tell = tell});
  } catch (const DeviceFailed& failure) {
    if (failure.lost()) throw;
    throw Error(failure.where(), failure.problem(), failure.hint());
  }
  end_watch_for_stop();
  const std::string left_out = task.chooser ? task.chooser->left_out() : "";
  return {.run = task.recorder.run(),
          .rerun_of = options.rerun_of,
          .experiment = task.opened.experiment.name,
          .device = task.device.name,
          .planned = task.planned,
          .not_ok = task.not_ok,
          .complete = summary.whole && left_out.empty(),
          .left_out = summary.whole && !stop_requested() ? left_out : "",
          .profiling_s = summary.profiling_s,
          .without_points = submitted_without_points(task),
          .library = task.opened.library,
          .search = task.chooser ? task.chooser->summary() : std::nullopt};
}

RunEnd run_experiment(const RunOptions& options, const Console& console) {
  Opened opened = open_experiment(options);
  Device device = described(*opened.worker);
  const auto clocks = locked_clocks(options.lock_clocks_mhz, device);
  const Plan plan = make_plan(opened.experiment, device);
  LedgerWriter ledger(options.ledger, schema_folder(find_paths().roots));
  return run_points(options, {opened, device, plan}, std::move(ledger), plan.ordinals(), console);
}

RunEnd run_points(const RunOptions& options, const PlannedOn& at, LedgerWriter ledger,
                  std::vector<std::int64_t> ordinals, const Console& console) {
  const auto& [opened, device, plan] = at;
  const auto points = static_cast<std::int64_t>(ordinals.size());
  const auto chooser = make_chooser(options.choice, plan, options.seed, {});
  watch_for_stop();
  RunRecorder recorder(std::move(ledger), describe_run(options, opened.experiment, plan, device, points));
  if (!options.quiet)
    console.tell(fmt::format("{} on {}: {}{}{} point{}\n", opened.experiment.name, label_of(device),
                             options.place.shard.empty() ? "" : fmt::format("shard {}, ", options.place.shard),
                             text_of(options.choice), with_thousands(points), points == 1 ? "" : "s") +
                 left_out_note(plan));
  if (!options.quiet && options.untrusted)
    console.tell(fmt::format("the kernels are untrusted code, confined by: {}\n", device.environment.at("isolation")));
  RunTask task{opened, device, plan, std::move(recorder), std::move(ordinals), points};
  task.chooser = chooser.get();
  return record_run(options, std::move(task), console);
}

}  // namespace warpledger
