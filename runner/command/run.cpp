#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "command/command.h"
#include "command/experiment_options.h"
#include "command/progress.h"
#include "command/show_report.h"
#include "command/version.h"
#include "exec/run_jobs.h"
#include "plan/plan.h"
#include "store/writer.h"

namespace warpledger {
namespace {

struct Options : ExperimentOptions {
  std::string ledger = "results.db";
  std::string command_line;
  bool quiet = false;
  bool json = false;
};

std::atomic<bool> stop_requested{false};

/// The first Ctrl-C finishes the points under way; a second one ends the program the usual way.
void request_stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { stop_requested = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

RunInfo describe_run(const Options& options, const Experiment& experiment, const Plan& plan, const Device& device) {
  RunInfo info;
  info.experiment = experiment.name;
  info.experiment_text = experiment.text;
  info.report = experiment.report;
  info.command_line = options.command_line;
  info.tool_version = kVersion;
  info.planned_points = plan.size();
  info.settings_json =
      nlohmann::json{{"set", options.overrides.set}, {"arguments", options.overrides.positional}}.dump();
  info.device = device;
  info.device.environment["device"] = device.id;  // may change: GPUs are numbered anew when one is added
  return info;
}

/// Runs all points into the ledger.
RunSummary record_points(const Plan& plan, WorkerProcess& worker, LedgerWriter& ledger, Progress* progress,
                         std::int64_t& not_ok) {
  RunCallbacks callbacks;
  callbacks.progress = [&](const RunStep& step) {
    if (step.result && step.result->outcome != Outcome::ok) ++not_ok;
    if (!progress) return;
    if (step.result) {
      progress->end(step.job, *step.result);
    } else {
      progress->begin(step.job);
    }
  };
  callbacks.complete = [&](const Job& job, const Result& result) {
    ledger.record(job, result);
    if (progress) progress->tell_absent_counters(result);
  };
  callbacks.stop_requested = [] { return stop_requested.load(); };
  return run_jobs(
      plan.size(), [&](std::int64_t ordinal) { return plan.job(ordinal); }, worker, callbacks);
}

void print_summary(const Options& options, const std::string& run, const Opened& opened, const Device& device,
                   std::int64_t planned, std::int64_t not_ok, const RunSummary& summary) {
  if (options.json) {
    const nlohmann::json json = {{"run", run},
                                 {"experiment", opened.experiment.name},
                                 {"device", device.name},
                                 {"ledger", options.ledger},
                                 {"planned", planned},
                                 {"not_ok", not_ok},
                                 {"finished", summary.whole},
                                 {"counting_s", summary.counting_s}};
    std::cout << json.dump(2) << '\n';
  } else if (!options.quiet && !opened.experiment.report.empty()) {
    std::cout << report_of_run({options.ledger, run, opened.experiment.report, Format::text}, opened.library)
              << std::flush;
  }
}

int run(const Options& options) {
  Opened opened = open_experiment(options);
  // A page that is not there must not show only after the last point.
  if (!opened.experiment.report.empty()) opened.library.report_path(opened.experiment.report);
  const Device device = opened.worker.describe();
  const Plan plan = make_plan(opened.experiment, device);
  LedgerWriter ledger(options.ledger, schema_folder(opened.library.roots()));
  const std::string uuid = ledger.begin_run(describe_run(options, opened.experiment, plan, device));
  request_stop_on_interrupt();
  std::optional<Progress> progress;
  if (!options.quiet) {
    std::cerr << fmt::format("{} on {}: {} points\n", opened.experiment.name, device.name, with_thousands(plan.size()));
    progress.emplace(std::cerr, isatty(STDERR_FILENO) == 1, terminal_width(), plan.size());
  }
  std::int64_t not_ok = 0;
  RunSummary summary;
  try {
    summary = record_points(plan, opened.worker, ledger, progress ? &*progress : nullptr, not_ok);
  } catch (const std::exception& error) {
    ledger.end_run("failed", error.what());
    throw;
  }
  ledger.end_run(summary.whole ? "finished" : "interrupted", summary.whole ? "" : "stopped by the user");
  if (progress) progress->finish();
  print_summary(options, uuid, opened, device, plan.size(), not_ok, summary);
  return not_ok == 0 && summary.whole ? kAllOk : kSomePointFailed;
}

std::string command_line_of(const CLI::App& app) {
  std::vector<std::string> words = {app.get_name()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->empty()) continue;
    if (!option->get_positional()) words.push_back(option->get_name());
    for (const std::string& value : option->results()) words.push_back(value);
  }
  return join(words, " ");
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  options->declare(app);
  declare_ledger(app, options->ledger);
  app.add_flag("--quiet", options->quiet, "no progress and no report");
  app.add_flag("--json", options->json, "a summary for machines instead of the report");
  app.callback([options, &app, &exit_code] {
    options->command_line = command_line_of(app);
    exit_code = run(*options);
  });
}

}  // namespace warpledger
