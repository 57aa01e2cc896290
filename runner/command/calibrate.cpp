#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "calibrate/calibrate_profile.h"
#include "calibrate/calibration_tables.h"
#include "calibrate/fitted_profile.h"
#include "calibrate/measure_noise.h"
#include "calibrate/modelled_run.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/run_selection.h"
#include "run/open_experiment.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

struct ModelArguments {
  std::string run = "latest";
  std::string profile;
  std::string ledger = "results.db";
  bool quiet = false;
};

int model(const ModelArguments& options) {
  schema_version_of_ledger(options.ledger);
  const Paths paths = find_paths();
  const std::string uuid = run_named_in(options.ledger, schema_folder(paths.roots), options.run);
  LedgerWriter ledger(options.ledger, schema_folder(paths.roots));
  const ModelledRun run = plan_again(ledger.claim_run(uuid), paths);
  WorkerProcess worker = make_worker(paths, run.roots, profile_device(run, options.profile, paths));
  refuse_another_gpu(run.stored, worker.describe());
  record_estimates(ledger, worker, run.jobs, options.quiet);
  return kAllOk;
}

void print_noise(const NoiseFloor& noise) {
  print_text(fmt::format(
      "noise floor: 99 in 100 medians of identical code differ by less than {:.2g} % and {:.0f} ns\n"
      "{} comparisons of identical code, each judged with the noise of other runs: {} FASTER or SLOWER ({:.2f} %)\n",
      100 * noise.relative, noise.offset_ns, noise.comparisons, noise.false_verdicts,
      100 * static_cast<double>(noise.false_verdicts) / static_cast<double>(noise.comparisons)));
}

struct CalibrateArguments : CalibrateOptions {
  std::string out;
};

/// Checks before the work, which takes minutes.
void refuse_unwritable(const std::string& out) {
  if (out.empty()) return;
  refuse_database(out);
  const std::filesystem::path folder = std::filesystem::absolute(out).parent_path();
  if (access(folder.c_str(), W_OK) != 0)
    throw Error({.file = out}, fmt::format("cannot be written: {}", std::strerror(errno)),
                "name a file in an existing folder with --out");
}

int calibrate(CalibrateArguments options) {
  refuse_unwritable(options.out);
  const Paths paths = find_paths();
  for (std::string& run : options.runs) run = run_named_in(options.ledger, schema_folder(paths.roots), run);
  const Console console = messages();
  const CalibratedProfile fitted = calibrate_profile(options, paths, {console, [&](const RunEnd& end) {
                                                                        if (!options.quiet)
                                                                          print_report(end, options.ledger);
                                                                      }});
  print_table(changes_of_setting(fitted.before, fitted.after));
  std::cout << '\n' << std::flush;
  if (options.out.empty())
    std::cout << fitted.section << '\n' << std::flush;
  else
    replace_file(options.out, fitted.text);
  print_table(table_of_errors(fitted.errors_before, fitted.errors_after, record_calibration(options, paths, fitted)));
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

void add_noise(Arguments& arguments) {
  auto options = std::make_shared<NoiseOptions>();
  arguments.whole("--rounds", options->rounds, "runs of the experiment noise to compare with each other", 4, 1000);
  arguments.text("--device", options->device, kDeviceHelp).value_name("DEVICE");
  arguments.repeated("--set", options->set, "change the experiment, as for run").value_name("NAME=VALUE");
  declare_ledger(arguments, options->ledger);
  arguments.flag("--quiet", options->quiet, "do not show progress");
  arguments.run([options] {
    print_noise(measure_noise(*options, messages()));
    return kAllOk;
  });
}

void add_model(Arguments& arguments) {
  auto options = std::make_shared<ModelArguments>();
  arguments.text("run", options->run, "latest, or the start of the run's UUID");
  arguments.text("--as", options->profile, "the profile in devices/ of the run's GPU; default: the one with its name")
      .value_name("PROFILE");
  declare_ledger(arguments, options->ledger);
  arguments.flag("--quiet", options->quiet, "do not show progress");
  arguments.run([options] { return model(*options); });
}

}  // namespace warpledger
