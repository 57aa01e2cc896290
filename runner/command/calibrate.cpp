#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "base/write_file.h"
#include "calibrate/profile_fit.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/report.h"
#include "command/terminal.h"
#include "run/begin_run.h"
#include "run/run_options.h"

namespace warpledger {
namespace {

struct CalibrateArguments {
  std::vector<std::string> runs;
  std::string profile;
  std::string ledger = "results.db";
  std::string out;
  std::size_t points = 12;
  std::size_t candidates = 80;
  bool quiet = false;
};

/// What the experiments that are made for this command have in front of their names.
constexpr const char* kExperimentPrefix = "calibrate-";

void refuse_without_gpu(const Paths& paths) {
  try {
    make_worker(paths, paths.roots, "cuda").describe();
  } catch (const Error& error) {
    throw Error(fmt::format("no GPU to calibrate to: {}", error.problem()),
                "name runs of the calibrate experiments on a GPU, and their ledger: --run UUID --db FILE");
  }
}

/// Runs the experiments of this command on the GPU; the runs' UUIDs.
std::vector<std::string> measure(const CalibrateArguments& options, const Paths& paths) {
  refuse_without_gpu(paths);
  std::vector<std::string> runs;
  for (const std::string& experiment : Library(paths.roots).experiments()) {
    if (!experiment.starts_with(kExperimentPrefix)) continue;
    RunOptions settings;
    settings.experiment = experiment;
    settings.device = "cuda";
    settings.ledger = options.ledger;
    settings.command_line = "calibrate";
    settings.quiet = options.quiet;
    const RunEnd end = begin_run(settings, messages());
    if (!options.quiet) print_report(end, options.ledger);
    if (!end.all_ok())
      throw Error(fmt::format("not all points of run {} are recorded and ok", end.run.substr(0, 8)),
                  "name complete runs with --run UUID; `warpledger list runs` lists them");
    runs.push_back(end.run);
  }
  return runs;
}

std::vector<CountedRun> counted_runs(const CalibrateArguments& options, const Paths& paths) {
  std::vector<CountedRun> runs;
  for (const std::string& run : options.runs.empty() ? measure(options, paths) : options.runs)
    runs.push_back(read_counted_run(options.ledger, run, paths));
  return runs;
}

Calibration fit(const CalibrateArguments& options, ProfileFit& to, const Setting& start) {
  std::size_t candidate = 0;
  const SettingError error = [&](const Setting& setting) {
    const double found = to.error(setting);
    ++candidate;
    if (!options.quiet && std::isfinite(found))
      std::cerr << fmt::format("candidate {} of at most {}: mean error {:.2f} %\n", candidate, options.candidates,
                               100 * found);
    return found;
  };
  return descend(start, fitted_parameters(), options.candidates, error);
}

std::string source_of(const std::vector<CountedRun>& runs) {
  std::vector<std::string> uuids;
  for (const CountedRun& counted : runs) uuids.push_back(counted.run.stored.uuid);
  return fmt::format("fitted by warpledger calibrate to {} {} on {:%Y-%m-%d}", uuids.size() == 1 ? "run" : "runs",
                     join(uuids), fmt::gmtime(std::time(nullptr)));
}

/// Models all points of the runs with the profile `text`, adds that to the ledger and compares it.
std::vector<MetricError> record_all(const CalibrateArguments& options, const Paths& paths,
                                    const std::vector<CountedRun>& runs, const TemporaryProfile& profile,
                                    const std::string& device) {
  std::vector<MetricError> all;
  for (const CountedRun& counted : runs) {
    std::vector<std::string> roots = {profile.root()};
    roots.insert(roots.end(), counted.run.roots.begin(), counted.run.roots.end());
    WorkerProcess worker = make_worker(paths, roots, device);
    LedgerWriter ledger(options.ledger, schema_folder(roots));
    ledger.claim_run(counted.run.stored.uuid);
    const auto metrics = record_estimates(ledger, worker, counted.run.jobs, options.quiet);
    const std::vector<MetricError> compared = compare(counted.run.jobs, metrics, counted.measured);
    all.insert(all.end(), compared.begin(), compared.end());
  }
  return all;
}

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

void print_setting(const Setting& before, const Setting& after) {
  Table table{{"parameter", "before", "after"}, {}};
  for (const Tunable& parameter : fitted_parameters())
    table.rows.push_back({parameter.name, before.at(parameter.name), after.at(parameter.name)});
  print_table(table);
}

void print_errors(const std::vector<MetricError>& before, const std::vector<MetricError>& after,
                  const std::vector<MetricError>& all) {
  Table table{{"metric", "points", "before % | mean", "before % | worst", "after % | mean", "after % | worst",
               "all points", "after, all % | mean", "after, all % | worst"},
              {}};
  const auto then = errors_by_metric(before), now = errors_by_metric(after), whole = errors_by_metric(all);
  for (const auto& [metric, of_metric] : then) {
    const ErrorSummary &fitted = now.at(metric), &everywhere = whole.at(metric);
    table.rows.push_back({metric, static_cast<std::int64_t>(of_metric.points), percent(of_metric.mean),
                          percent(of_metric.worst), percent(fitted.mean), percent(fitted.worst),
                          static_cast<std::int64_t>(everywhere.points), percent(everywhere.mean),
                          percent(everywhere.worst)});
  }
  print_table(table);
}

/// Said before the work, which takes minutes, and not after it.
void refuse_unwritable(const std::string& out) {
  if (out.empty()) return;
  refuse_database(out);
  const std::filesystem::path folder = std::filesystem::absolute(out).parent_path();
  if (access(folder.c_str(), W_OK) != 0)
    throw Error({.file = out}, fmt::format("cannot be written: {}", std::strerror(errno)),
                "name a file in an existing folder with --out");
}

int calibrate(const CalibrateArguments& options) {
  refuse_unwritable(options.out);
  const Paths paths = find_paths();
  const std::vector<CountedRun> runs = counted_runs(options, paths);
  const std::string device = profile_device(runs.at(0).run, options.profile, paths);
  const std::string name = device.substr(device.find(':') + 1);
  ProfileFit to(paths, runs, name, options.points);
  const Setting start = to.profile().setting();
  if (!options.quiet) std::cerr << fmt::format("fitting {} to {} points\n", device, to.points());
  const Calibration fitted = fit(options, to, start);
  const std::vector<MetricError> before = to.compare_with(start), after = to.compare_with(fitted.setting);
  const std::string source = source_of(runs), text = to.profile().text(fitted.setting, source);
  print_setting(start, fitted.setting);
  std::cout << '\n' << std::flush;
  if (options.out.empty())
    std::cout << to.profile().section(fitted.setting, source) << '\n' << std::flush;
  else
    write_file(options.out, text);
  print_errors(before, after, record_all(options, paths, runs, TemporaryProfile(name, text), device));
  return kAllOk;
}

}  // namespace

void add_calibrate(Arguments& arguments) {
  auto options = std::make_shared<CalibrateArguments>();
  arguments
      .repeated("--run", options->runs, "a run on a GPU: latest, or the start of its UUID; default: run the probes")
      .value_name("RUN");
  arguments
      .text("--as", options->profile, "the profile in devices/ to start from; default: the one with the GPU's name")
      .value_name("PROFILE");
  declare_ledger(arguments, options->ledger);
  arguments
      .text("--out", options->out,
            "write the fitted profile to this file, devices/NAME.json; default: print its section")
      .value_name("FILE");
  arguments.whole("--points", options->points, "compare this many points per run for each candidate", 1);
  arguments.whole("--candidates", options->candidates, "try at most this many settings", 1);
  arguments.flag("--quiet", options->quiet, "do not show progress");
  arguments.run([options] { return calibrate(*options); });
}

}  // namespace warpledger
