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

/// What a run, a plan and a launch take: an experiment, a device, what to change, and whose kernels.
struct ExperimentOptions {
  std::string experiment;
  std::string submission;       ///< path of the submission that kernels are taken from; empty: none
  std::string submission_name;  ///< in place of the submission's own; empty: that one
  std::string device = "auto";
  Overrides overrides;
  std::uint64_t seed = 1;  ///< of the inputs
  bool untrusted = false;  ///< the kernels are untrusted code, even without a submission

  /// Whether the code is confined and its results are checked harder.
  bool runs_untrusted_code() const { return untrusted || !submission.empty(); }
};

/// The experiment as `options` ask for it: with what they change, their seed and the submission's kernels.
Experiment load_experiment(const Library& library, const ExperimentOptions& options);

/// An experiment as options ask for it, and the library that it is of.
struct LoadedExperiment {
  Library library;
  Experiment experiment;
};

/// Throws Error for whatever is wrong with the experiment, the conditions of its grading included, and the submission.
LoadedExperiment load_with_library(const ExperimentOptions& options);

/// The same with a worker for the device that it shall run on.
struct Opened {
  Library library;
  Experiment experiment;
  std::unique_ptr<WorkerProcess> worker;
};

/// Throws what load_with_library() throws. The worker opens its device meanwhile: described() must be its first
/// request.
Opened open_experiment(const ExperimentOptions& options);

/// The same of one that `options`, but for their device, loaded before: loading takes 0.15 s, for each of a rack's
/// GPUs.
Opened open_loaded(const LoadedExperiment& loaded, const ExperimentOptions& options);

/// An experiment's name as it is, or its path made absolute: it means the same in another folder later.
std::string lasting_name(const std::string& name_or_path);

/// The worker's device; its id, which may change when a GPU is added, is part of its environment, and so is the Slurm
/// job that this process is in.
Device described(WorkerProcess& worker);

/// Locks the clocks of a device that a worker has open, for as long as the result lives, and notes that in its
/// environment. Null when `mhz` is nothing. Throws Error where they cannot be locked, or must not.
std::unique_ptr<LockedClocks> locked_clocks(std::optional<unsigned int> mhz, Device& device);

/// Notes in the environment of a device at what clock its SMs are held.
void note_locked_clock(Device& device, unsigned int mhz);

/// A worker for `device` ("auto", "cuda", "cuda:1", "host", "host:h200") with the data of `roots`.
WorkerProcess make_worker(const Paths& paths, const std::vector<std::string>& roots, const std::string& device);

/// The same, for code that is not ours but `author`'s: apart from this process and confined.
WorkerProcess make_untrusted_worker(const Paths& paths, const std::vector<std::string>& roots,
                                    const std::string& device, const std::string& author);

}  // namespace warpledger
