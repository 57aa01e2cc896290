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

/// A run of the ledger, planned again in order to be modelled.
struct ModelledRun {
  StoredRun stored;
  std::vector<std::string> roots;  ///< data folders, with the one of the run's experiment in front
  std::vector<Job> jobs;           ///< of the recorded points that are ok, in the plan's order
};

/// Throws Error when the texts or the plan are no longer those of the run.
ModelledRun plan_again(const StoredRun& run, const Paths& paths);

/// The device that stands for the run's GPU: "host:h200" for the profile "h200"; without a profile's name, the one with
/// the run's device's name. Throws Error when there is none.
std::string profile_device(const ModelledRun& run, const std::string& profile, const Paths& paths);

/// Metrics of jobs from `first` on, one list per job.
using TakeModelled = std::function<void(std::size_t first, std::span<const std::vector<Metric>> metrics)>;

/// Lets the worker's memory model count `jobs`, some at a time, and gives each batch to `take`. A number that is absent
/// says why.
void model_jobs(WorkerProcess& worker, const std::vector<Job>& jobs, const TakeModelled& take);

/// Models `jobs`, which are of the run that `ledger` has claimed, and adds that to it; says on standard error how far
/// it is unless `quiet`. One list of metrics a job.
std::vector<std::vector<Metric>> record_estimates(LedgerWriter& ledger, WorkerProcess& worker,
                                                  const std::vector<Job>& jobs, bool quiet);

/// A stored run whose points a GPU has counted, and what it counted.
struct ProfiledRun {
  ModelledRun run;
  Measured measured;
};

/// Reads `run` ("latest", or how its UUID begins) of the ledger. Throws what plan_again() throws, and Error when it was
/// on the host or has no counted number.
ProfiledRun read_profiled_run(const std::string& ledger, const std::string& run, const Paths& paths);

/// At most `most` of `jobs`, in their order: as if drawn, and the same ones whenever the jobs are the same.
std::vector<Job> sample_of(const std::vector<Job>& jobs, std::size_t most);

/// The id of the device, "host:h200", that stands for the GPU which `run` was on: for a run on the host its own, else
/// that of the profile with the GPU's name. Throws Error when there is none among `devices`.
std::string model_device(const StoredRun& run, std::span<const Device> devices);

/// The run's plan was made with the facts of its device: throws Error when `profile` differs in one that both know and
/// that the memory model uses.
void refuse_another_gpu(const StoredRun& run, const Device& profile);

}  // namespace warpledger
