#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "command/surroundings.h"
#include "exec/worker_process.h"
#include "spec/experiment.h"
#include "spec/overrides.h"

namespace warpledger {

/// What `run` and `plan` take: an experiment, a device, and what to change.
struct ExperimentOptions {
  std::string experiment;
  std::string device = "auto";
  Overrides overrides;

  void declare(CLI::App& app);
};

/// An experiment, loaded, and a worker for the device that it shall run on.
struct Opened {
  Library library;
  Experiment experiment;
  WorkerProcess worker;
};

Opened open_experiment(const ExperimentOptions& options);

/// An experiment's name as it is, or its path made absolute: it means the same in another folder later.
std::string lasting_name(const std::string& name_or_path);

/// The worker's device; its id, which may change when a GPU is added, is part of its environment.
Device described(WorkerProcess& worker);

/// Declares --db.
void declare_ledger(CLI::App& app, std::string& path);

}  // namespace warpledger
