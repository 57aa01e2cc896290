#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "exec/worker_process.h"
#include "model/device.h"
#include "model/job.h"
#include "spec/library.h"
#include "store/run_info.h"
#include "store/writer.h"

namespace warpledger {

/// A recorded run, planned again for modelling.
struct ModelledRun {
  StoredRun stored;
  std::vector<std::string> roots;  ///< the first is that of the run's experiment
  std::vector<Job> jobs;           ///< points that were ok, in plan order
};

/// Throws Error if the texts or the plan differ from the recorded ones.
ModelledRun plan_again(const StoredRun& run, const Paths& paths);

/// Returns the device that models the run's GPU: "host:h200" for the profile "h200". Empty `profile`: the one with the
/// device's name. Throws Error if there is none.
std::string profile_device(const ModelledRun& run, const std::string& profile, const Paths& paths);

/// Receives one list of metrics per job from `first` on.
using TakeModelled = std::function<void(std::size_t first, std::span<const std::vector<Metric>> metrics)>;

/// Models `jobs` in batches. An absent value has a reason.
void model_jobs(WorkerProcess& worker, const std::vector<Job>& jobs, const TakeModelled& take);

/// Models and records `jobs` of the run that `ledger` has claimed; prints progress unless `quiet`. Returns one list of
/// metrics per job.
std::vector<std::vector<Metric>> record_estimates(LedgerWriter& ledger, WorkerProcess& worker,
                                                  const std::vector<Job>& jobs, bool quiet);

/// A run on a GPU and its counters.
struct ProfiledRun {
  ModelledRun run;
  Measured measured;
};

/// Reads `run`, "latest" or the start of a UUID. Throws Error if the run was on the host or has no counters, and as
/// plan_again() does.
ProfiledRun read_profiled_run(const std::string& ledger, const std::string& run, const Paths& paths);

/// Returns a pseudo-random sample of at most `most` jobs in their order; it depends only on the jobs.
std::vector<Job> sample_of(const std::vector<Job>& jobs, std::size_t most);

/// Returns the id of the device that models the run's GPU, "host:h200", or a host run's own device. Throws Error if
/// there is none.
std::string model_device(const StoredRun& run, std::span<const Device> devices);

/// Throws Error if `profile` contradicts the run's device in a fact that the memory model uses.
void refuse_another_gpu(const StoredRun& run, const Device& profile);

}  // namespace warpledger
