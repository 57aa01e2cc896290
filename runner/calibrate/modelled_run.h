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

/// A recorded run, planned again so that it can be modelled.
struct ModelledRun {
  StoredRun stored;
  std::vector<std::string> roots;  ///< data folders, first the one of the run's experiment
  std::vector<Job> jobs;           ///< recorded points that are ok, in plan order
};

/// Throws Error if the texts or the plan differ from the recorded ones.
ModelledRun plan_again(const StoredRun& run, const Paths& paths);

/// Returns the device that models the run's GPU: "host:h200" for the profile "h200". An empty `profile` selects the one
/// with the device's name. Throws Error if there is none.
std::string profile_device(const ModelledRun& run, const std::string& profile, const Paths& paths);

/// Receives the metrics of jobs from `first` on, one list per job.
using TakeModelled = std::function<void(std::size_t first, std::span<const std::vector<Metric>> metrics)>;

/// Models `jobs` in batches with the worker and passes each batch to `take`. An absent value has a reason.
void model_jobs(WorkerProcess& worker, const std::vector<Job>& jobs, const TakeModelled& take);

/// Models `jobs` of the run that `ledger` has claimed and records the estimates; prints progress to standard error
/// unless `quiet`. Returns one list of metrics per job.
std::vector<std::vector<Metric>> record_estimates(LedgerWriter& ledger, WorkerProcess& worker,
                                                  const std::vector<Job>& jobs, bool quiet);

/// A run on a GPU and its counters.
struct ProfiledRun {
  ModelledRun run;
  Measured measured;
};

/// Reads `run` ("latest" or the start of its UUID). Throws Error if the run was on the host or has no counters, and as
/// plan_again() does.
ProfiledRun read_profiled_run(const std::string& ledger, const std::string& run, const Paths& paths);

/// Returns at most `most` of `jobs` in their order: a pseudo-random sample that depends only on the jobs.
std::vector<Job> sample_of(const std::vector<Job>& jobs, std::size_t most);

/// Returns the id of the device that models the run's GPU, such as "host:h200": a host run's own device, else the
/// profile with the GPU's name. Throws Error if `devices` has none.
std::string model_device(const StoredRun& run, std::span<const Device> devices);

/// Throws Error if `profile` differs from the run's device in a fact that both know and the memory model uses.
void refuse_another_gpu(const StoredRun& run, const Device& profile);

}  // namespace warpledger
