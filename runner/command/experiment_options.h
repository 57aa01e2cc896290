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

/// Declares --db.
void declare_ledger(CLI::App& app, std::string& path);

}  // namespace warpledger
