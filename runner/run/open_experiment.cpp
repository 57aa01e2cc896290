#include "run/open_experiment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "ledger/grading_conditions.h"
#include "ledger/ledger_reader.h"
#include "spec/library.h"
#include "spec/submitted_kernels.h"
#include "submissions/submissions.h"

namespace warpledger {
namespace {

std::vector<std::string> worker_command(const Paths& paths, const std::vector<std::string>& roots,
                                        const std::string& device) {
  std::vector<std::string> command = {paths.program, "worker", "--device", device, "--cache", paths.cache_dir};
  for (const std::string& root : roots) command.insert(command.end(), {"--root", root});
  return command;
}

/// Slurm variables and their names in a run's environment.
constexpr std::pair<const char*, const char*> kSlurmVariables[] = {
    {"slurm_job", "SLURM_JOB_ID"},         {"slurm_array_job", "SLURM_ARRAY_JOB_ID"},
    {"slurm_task", "SLURM_ARRAY_TASK_ID"}, {"slurm_restarts", "SLURM_RESTART_COUNT"},
    {"slurm_node", "SLURMD_NODENAME"},     {"slurm_partition", "SLURM_JOB_PARTITION"}};

Library library_of(const ExperimentOptions& options) {
  const Library found(find_paths().roots);
  return found.with_root_of(found.experiment_path(options.experiment));
}

Experiment checked_experiment(const Library& library, const ExperimentOptions& options) {
  Experiment experiment = load_experiment(library, options);
  if (experiment.grading) check_grading(experiment, library);
  return experiment;
}

std::unique_ptr<WorkerProcess> worker_of(const Library& library, const ExperimentOptions& options,
                                         const std::string& author) {
  const Paths paths = find_paths();
  // WorkerProcess cannot be moved.
  return std::unique_ptr<WorkerProcess>(
      options.runs_untrusted_code()
          ? new WorkerProcess(make_untrusted_worker(paths, library.roots(), options.device, author))
          : new WorkerProcess(make_worker(paths, library.roots(), options.device)));
}

}  // namespace

Experiment load_experiment(const Library& library, const ExperimentOptions& options) {
  Experiment experiment = load_experiment(library, options.experiment, options.overrides, result_names(library));
  experiment.seed = options.seed;
  if (options.submission.empty()) return experiment;
  return with_submission(std::move(experiment), read_submission(options.submission, options.submission_name));
}

LoadedExperiment load_with_library(const ExperimentOptions& options) {
  Library library = library_of(options);
  Experiment experiment = checked_experiment(library, options);
  return {std::move(library), std::move(experiment)};
}

Opened open_experiment(const ExperimentOptions& options) {
  Library library = library_of(options);
  // The author of untrusted output is known only after reading the submission.
  if (!options.submission.empty()) return open_loaded({library, checked_experiment(library, options)}, options);
  std::unique_ptr<WorkerProcess> worker = worker_of(library, options, "kernel");
  worker->begin_describing();
  Experiment experiment = checked_experiment(library, options);
  return {std::move(library), std::move(experiment), std::move(worker)};
}

Opened open_loaded(const LoadedExperiment& loaded, const ExperimentOptions& options) {
  const auto& [library, experiment] = loaded;
  const std::string author = experiment.submission.empty() ? "kernel" : experiment.submission;
  return {library, experiment, worker_of(library, options, author)};
}

std::string lasting_name(const std::string& name_or_path) {
  const bool is_path = name_or_path.find('/') != std::string::npos || name_or_path.ends_with(".yaml");
  return is_path ? std::filesystem::absolute(name_or_path).string() : name_or_path;
}

Device described(WorkerProcess& worker) {
  Device device = worker.describe();
  device.environment["device"] = device.id;
  for (const auto& [name, variable] : kSlurmVariables)
    if (const char* value = std::getenv(variable)) device.environment[name] = printable(value);
  return device;
}

std::unique_ptr<LockedClocks> locked_clocks(std::optional<unsigned int> mhz, Device& device) {
  if (!mhz) return nullptr;
  if (device.backend != "cuda")
    throw Error(fmt::format("{} has no clocks that could be locked", device.name), "leave out --lock-clocks");
  auto clocks = std::make_unique<LockedClocks>(
      std::vector<std::string>{find_paths().program, "clocks", "--uuid", device.uuid, "--mhz", std::to_string(*mhz)});
  note_locked_clock(device, *mhz);
  return clocks;
}

void note_locked_clock(Device& device, unsigned int mhz) {
  device.environment["locked_sm_clock_mhz"] = std::to_string(mhz);
}

WorkerProcess make_worker(const Paths& paths, const std::vector<std::string>& roots, const std::string& device) {
  return WorkerProcess(worker_command(paths, roots, device));
}

WorkerProcess make_untrusted_worker(const Paths& paths, const std::vector<std::string>& roots,
                                    const std::string& device, const std::string& author) {
  return WorkerProcess::for_untrusted_code(worker_command(paths, roots, device), author);
}

}  // namespace warpledger
