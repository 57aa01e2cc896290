#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/locked_clocks.h"
#include "exec/worker_process.h"
#include "model/device.h"
#include "spec/experiment.h"
#include "spec/library.h"
#include "spec/overrides.h"

namespace warpledger {

/// Options of run, plan and launch.
struct ExperimentOptions {
  std::string experiment;
  std::string submission;       ///< path of the submission; empty: none
  std::string submission_name;  ///< replaces the submission's name; empty: keep it
  std::string device = "auto";
  Overrides overrides;
  std::uint64_t seed = 1;  ///< of the inputs
  bool untrusted = false;  ///< untrusted even without a submission

  /// True if the code is sandboxed and its results are audited.
  bool runs_untrusted_code() const { return untrusted || !submission.empty(); }
};

/// The experiment with the overrides, seed and submission of `options`.
Experiment load_experiment(const Library& library, const ExperimentOptions& options);

struct LoadedExperiment {
  Library library;
  Experiment experiment;
};

/// Throws Error if the experiment, its grading conditions or the submission are invalid.
LoadedExperiment load_with_library(const ExperimentOptions& options);

/// A loaded experiment with the worker of its device.
struct Opened {
  Library library;
  Experiment experiment;
  std::unique_ptr<WorkerProcess> worker;
};

/// Throws as load_with_library(). The worker opens its device in the background: described() must be its first request.
Opened open_experiment(const ExperimentOptions& options);

/// Opens an experiment that was loaded with `options`, except for their device. Loading takes 0.15 s, too long to
/// repeat for each GPU of a rack.
Opened open_loaded(const LoadedExperiment& loaded, const ExperimentOptions& options);

/// Makes a path absolute, so that it stays valid in other folders; returns a name unchanged.
std::string lasting_name(const std::string& name_or_path);

/// The worker's device. Its environment records the device id, which may change when a GPU is added, and the Slurm job.
Device described(WorkerProcess& worker);

/// Locks the clocks of a device that a worker has open, and records that in its environment. Null without `mhz`. Throws
/// Error if they cannot or must not be locked.
std::unique_ptr<LockedClocks> locked_clocks(std::optional<unsigned int> mhz, Device& device);

/// Records a locked SM clock in the device's environment.
void note_locked_clock(Device& device, unsigned int mhz);

/// A worker for `device` ("auto", "cuda", "cuda:1", "host", "host:h200") with the data of `roots`.
WorkerProcess make_worker(const Paths& paths, const std::vector<std::string>& roots, const std::string& device);

/// A sandboxed worker for untrusted code by `author`.
WorkerProcess make_untrusted_worker(const Paths& paths, const std::vector<std::string>& roots,
                                    const std::string& device, const std::string& author);

}  // namespace warpledger
