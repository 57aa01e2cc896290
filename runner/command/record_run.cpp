#include "command/record_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "command/command.h"
#include "command/point_recorder.h"
#include "command/progress.h"
#include "command/resume_command.h"
#include "command/run_texts.h"
#include "command/show_report.h"
#include "command/stop_signal.h"
#include "command/version.h"
#include "exec/run_jobs.h"

namespace warpledger {
namespace {

/// Runs all points into the ledger; counts those that are not ok.
RunSummary record_points(RunTask& task, PointRecorder& recorder, Progress* progress) {
  RunCallbacks callbacks;
  callbacks.progress = [&](const RunStep& step) {
    if (step.result && step.result->outcome != Outcome::ok) ++task.not_ok;
    if (!progress) return;
    if (step.result) {
      progress->end(step.job, *step.result);
    } else {
      progress->begin(step.job);
    }
  };
  callbacks.complete = [&](const Job& job, const Result& result) {
    recorder.record(job, result);
    if (progress) progress->tell_absent_counters(result);
  };
  callbacks.stop_requested = [&] { return stop_requested() || recorder.failed(); };
  return run_jobs(
      task.ordinals, [&](std::int64_t ordinal) { return task.plan.job(ordinal); }, task.opened.worker, callbacks);
}

/// The points and the end of the run. The ledger is closed when it returns: a report opens it anew, and closing a file
/// drops the locks that another connection of this process has on it.
RunSummary record_whole(const RunOptions& options, RunTask& task) {
  LedgerWriter ledger = std::move(task.ledger);
  PointRecorder recorder(ledger, options.ledger, task.run);
  std::optional<Progress> progress;
  if (!options.quiet)
    progress.emplace(std::cerr, isatty(STDERR_FILENO) == 1, terminal_width(),
                     static_cast<std::int64_t>(task.ordinals.size()));
  RunSummary summary;
  try {
    summary = record_points(task, recorder, progress ? &*progress : nullptr);
  } catch (const Error& error) {
    recorder.end("failed", error.problem());
    throw recorder.resumable(error);
  } catch (const std::exception& failure) {
    recorder.end("failed", failure.what());
    throw;
  }
  recorder.end(summary.whole ? "finished" : "interrupted", summary.whole ? "" : "stopped by the user");
  if (progress) progress->finish();
  return summary;
}

void print_summary(const RunOptions& options, const RunTask& task, const RunSummary& summary) {
  const Experiment& experiment = task.opened.experiment;
  if (options.json) {
    const nlohmann::json json = {
        {"run", task.run},           {"experiment", experiment.name},   {"device", task.device.name},
        {"ledger", options.ledger},  {"planned", task.plan.size()},     {"not_ok", task.not_ok},
        {"finished", summary.whole}, {"counting_s", summary.counting_s}};
    std::cout << json.dump(2) << '\n';
  } else if (!options.quiet && !experiment.report.empty()) {
    std::cout << report_of_run({options.ledger, task.run, experiment.report, Format::text}, task.opened.library)
              << std::flush;
  }
}

}  // namespace

RunInfo describe_run(const RunOptions& options, const Experiment& experiment, const Plan& plan, const Device& device) {
  RunInfo info;
  info.experiment = experiment.name;
  info.experiment_text = experiment.text;
  info.texts = texts_of(experiment);
  info.report = experiment.report;
  info.command_line = options.command_line;
  info.tool_version = kVersion;
  info.planned_points = plan.size();
  info.settings_json = nlohmann::json{{"experiment", lasting_name(options.experiment)},
                                      {"set", options.overrides.set},
                                      {"arguments", options.overrides.positional}}
                           .dump();
  info.device = device;
  return info;
}

int record_run(const RunOptions& options, RunTask task) {
  watch_for_stop();
  if (const auto& network = task.ledger.network_file_system(); network && !options.quiet)
    std::cerr << fmt::format(
        "{} lies on a network file system ({}): it is kept without a write-ahead log, and reports and runs wait for "
        "each other\n",
        options.ledger, *network);
  const RunSummary summary = record_whole(options, task);
  print_summary(options, task, summary);
  if (!summary.whole)
    std::cerr << fmt::format("interrupted; go on with the run: {}\n", resume_command(options.ledger, task.run));
  return task.not_ok == 0 && summary.whole ? kAllOk : kSomePointFailed;
}

}  // namespace warpledger
