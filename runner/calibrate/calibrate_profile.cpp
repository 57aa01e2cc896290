#include "calibrate/calibrate_profile.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "base/error.h"
#include "base/text.h"
#include "calibrate/fitted_profile.h"
#include "run/open_experiment.h"
#include "run/record_run.h"

namespace warpledger {
namespace {

constexpr const char* kExperimentPrefix = "calibrate-";

void refuse_without_gpu(const Paths& paths) {
  try {
    make_worker(paths, paths.roots, "cuda").describe();
  } catch (const Error& error) {
    throw Error(fmt::format("no GPU to calibrate to: {}", error.problem()),
                "name runs of the calibrate experiments on a GPU, and their ledger: --run UUID --db FILE");
  }
}

std::vector<std::string> measure(const CalibrateOptions& options, const Paths& paths,
                                 const CalibrationProgress& progress) {
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
    const RunEnd end = run_experiment(settings, progress.console);
    progress.measured(end);
    if (!end.all_ok())
      throw Error(fmt::format("not all points of run {} are recorded and ok", end.run.substr(0, 8)),
                  "name complete runs with --run UUID; `warpledger list runs` lists them");
    runs.push_back(end.run);
  }
  return runs;
}

std::vector<ProfiledRun> profiled_runs(const CalibrateOptions& options, const Paths& paths,
                                       const CalibrationProgress& progress) {
  std::vector<ProfiledRun> runs;
  for (const std::string& run : options.runs.empty() ? measure(options, paths, progress) : options.runs)
    runs.push_back(read_profiled_run(options.ledger, run, paths));
  return runs;
}

Calibration fit(const CalibrateOptions& options, const Console& console, ProfileFit& to, const Setting& start) {
  std::size_t candidate = 0;
  const SettingError error = [&](const Setting& setting) {
    const double found = to.error(setting);
    ++candidate;
    if (!options.quiet && std::isfinite(found))
      console.tell(
          fmt::format("candidate {} of at most {}: mean error {:.2f} %\n", candidate, options.candidates, 100 * found));
    return found;
  };
  return descend(start, fitted_parameters(), options.candidates, error);
}

std::string source_of(const std::vector<ProfiledRun>& runs) {
  std::vector<std::string> uuids;
  for (const ProfiledRun& counted : runs) uuids.push_back(counted.run.stored.uuid);
  return fmt::format("fitted by warpledger calibrate to {} {} on {:%Y-%m-%d}", uuids.size() == 1 ? "run" : "runs",
                     join(uuids), fmt::gmtime(std::time(nullptr)));
}

}  // namespace

CalibratedProfile calibrate_profile(const CalibrateOptions& options, const Paths& paths,
                                    const CalibrationProgress& progress) {
  CalibratedProfile fitted;
  fitted.runs = profiled_runs(options, paths, progress);
  fitted.device = profile_device(fitted.runs.at(0).run, options.profile, paths);
  fitted.name = fitted.device.substr(fitted.device.find(':') + 1);
  ProfileFit to(paths, fitted.runs, fitted.name, options.points);
  fitted.before = to.profile().setting();
  if (!options.quiet) progress.console.tell(fmt::format("fitting {} to {} points\n", fitted.device, to.points()));
  fitted.after = fit(options, progress.console, to, fitted.before).setting;
  fitted.errors_before = to.compare_with(fitted.before);
  fitted.errors_after = to.compare_with(fitted.after);
  const std::string source = source_of(fitted.runs);
  fitted.section = to.profile().section(fitted.after, source);
  fitted.text = to.profile().text(fitted.after, source);
  return fitted;
}

std::vector<MetricError> record_calibration(const CalibrateOptions& options, const Paths& paths,
                                            const CalibratedProfile& fitted) {
  const TemporaryProfile profile(fitted.name, fitted.text);
  std::vector<MetricError> all;
  for (const ProfiledRun& counted : fitted.runs) {
    std::vector<std::string> roots = {profile.root()};
    roots.insert(roots.end(), counted.run.roots.begin(), counted.run.roots.end());
    WorkerProcess worker = make_worker(paths, roots, fitted.device);
    LedgerWriter ledger(options.ledger, schema_folder(roots));
    ledger.claim_run(counted.run.stored.uuid);
    const auto metrics = record_estimates(ledger, worker, counted.run.jobs, options.quiet);
    const std::vector<MetricError> compared = compare(counted.run.jobs, metrics, counted.measured);
    all.insert(all.end(), compared.begin(), compared.end());
  }
  return all;
}

}  // namespace warpledger
