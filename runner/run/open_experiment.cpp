#include "run/open_experiment.h"

#include <filesystem>
#include <utility>

#include "ledger/grading_conditions.h"
#include "ledger/ledger_reader.h"
#include "run/start_worker.h"
#include "spec/paths.h"
#include "spec/submissions.h"
#include "spec/submitted_kernels.h"

namespace warpledger {

Experiment load_experiment(const Library& library, const ExperimentOptions& options) {
  Experiment experiment = load_experiment(library, options.experiment, options.overrides, result_names(library));
  experiment.seed = options.seed;
  if (options.submission.empty()) return experiment;
  return with_submission(std::move(experiment), read_submission(options.submission, options.submission_name));
}

Opened open_experiment(const ExperimentOptions& options) {
  const Paths paths = find_paths();
  const Library found(paths.roots);
  Library library = found.with_root_of(found.experiment_path(options.experiment));
  Experiment experiment = load_experiment(library, options);
  if (experiment.grading) check_grading(experiment, library);
  const std::string author = experiment.submission.empty() ? "kernel" : experiment.submission;
  return {library, std::move(experiment),
          options.runs_untrusted_code() ? make_untrusted_worker(paths, library.roots(), options.device, author)
                                        : make_worker(paths, library.roots(), options.device)};
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

}  // namespace warpledger
