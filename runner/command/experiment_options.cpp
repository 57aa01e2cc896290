#include "command/experiment_options.h"

#include <filesystem>

#include "command/grading_conditions.h"
#include "command/ledger_reader.h"
#include "spec/submissions.h"
#include "spec/submitted_kernels.h"

namespace warpledger {

CommandArgument ExperimentOptions::declare(Arguments& arguments) {
  const CommandArgument declared =
      arguments.text("experiment", experiment, "a name that `warpledger list` shows, or a YAML file")
          .value_name("EXPERIMENT");
  arguments.list("arguments", overrides.positional,
                 "values for the experiment's own arguments, after --: `run lsu-2024-hw01 -- -3 4 3.6`");
  arguments.repeated("--set", overrides.set, "change an axis or a measure field: warps=4, d_l=4,8, measure.cache=cold")
      .value_name("NAME=VALUE");
  arguments.whole("--seed", seed, "of the random inputs");
  const CommandArgument submitted =
      arguments.text("--submission", submission, "take kernels from this folder of device code, or from this .cu file")
          .value_name("PATH");
  arguments.text("--submission-name", submission_name, "what the ledger calls it, in place of the folder's name")
      .value_name("NAME")
      .needs(submitted);
  arguments.text("--device", device, kDeviceHelp).value_name("DEVICE");
  return declared;
}

Experiment load_experiment(const Library& library, const ExperimentOptions& options) {
  Experiment experiment = load_experiment(library, options.experiment, options.overrides, result_names(library));
  experiment.seed = options.seed;
  if (options.submission.empty()) return experiment;
  return with_submission(std::move(experiment), read_submission(options.submission, options.submission_name));
}

Opened open_experiment(const ExperimentOptions& options) {
  const Surroundings surroundings = find_surroundings();
  const Library found(surroundings.roots);
  Library library = found.with_root_of(found.experiment_path(options.experiment));
  Experiment experiment = load_experiment(library, options);
  if (experiment.grading) check_grading(experiment, library);
  const std::string author = experiment.submission.empty() ? "kernel" : experiment.submission;
  return {library, std::move(experiment),
          options.runs_foreign_code() ? make_foreign_worker(surroundings, library.roots(), options.device, author)
                                      : make_worker(surroundings, library.roots(), options.device)};
}

std::string lasting_name(const std::string& name_or_path) {
  const bool is_path = name_or_path.find('/') != std::string::npos || name_or_path.ends_with(".yaml");
  return is_path ? std::filesystem::absolute(name_or_path).string() : name_or_path;
}

Device described(WorkerProcess& worker) {
  Device device = worker.describe();
  device.environment["device"] = device.id;
  return device;
}

CommandArgument declare_ledger(Arguments& arguments, std::string& path) {
  return arguments.text("--db,--ledger", path, "the ledger, an SQLite file").value_name("FILE");
}

}  // namespace warpledger
