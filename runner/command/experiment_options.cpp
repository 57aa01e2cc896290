#include "command/experiment_options.h"

#include <filesystem>

namespace warpledger {

void ExperimentOptions::declare(CLI::App& app) {
  app.add_option("experiment", experiment, "a name that `warpledger list` shows, or a YAML file")->required();
  app.add_option("arguments", overrides.positional,
                 "values for the experiment's own arguments, after --: `run lsu-2024-hw01 -- -3 4 3.6`");
  app.add_option("--set", overrides.set, "change an axis or a measure field: warps=4, d_l=4,8, measure.cache=cold")
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  app.add_option("--device", device, "auto, cuda, cuda:N, host or host:PROFILE")->capture_default_str();
}

Opened open_experiment(const ExperimentOptions& options) {
  const Surroundings surroundings = find_surroundings();
  const Library found(surroundings.roots);
  Library library = found.with_root_of(found.experiment_path(options.experiment));
  Experiment experiment = load_experiment(library, options.experiment, options.overrides);
  return {library, std::move(experiment), make_worker(surroundings, library.roots(), options.device)};
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

void declare_ledger(CLI::App& app, std::string& path) {
  app.add_option("--db", path, "the ledger, an SQLite file")->capture_default_str();
}

}  // namespace warpledger
