#include "calibrate/modelled_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>

#include "calibrate/model_profile.h"
#include "exec/protocol.h"
#include "plan/plan.h"
#include "run/resume_check.h"
#include "run/start_worker.h"
#include "run/stored_run_options.h"

namespace warpledger {
namespace {

/// Points that are modelled and recorded together: a stopped command loses at most so many.
constexpr std::size_t kBatchPoints = 8;

std::vector<Job> jobs_of(const StoredRun& run, const Plan& plan) {
  std::set<std::int64_t> ordinals;
  for (const RecordedPoint& point : run.recorded)
    if (point.ok) ordinals.insert(point.ordinal);
  std::vector<Job> jobs;
  for (const std::int64_t ordinal : ordinals) jobs.push_back(plan.job(ordinal));
  return jobs;
}

std::vector<Metric> modelled(const std::vector<Metric>& metrics) {
  std::vector<Metric> kept;
  std::copy_if(metrics.begin(), metrics.end(), std::back_inserter(kept),
               [](const Metric& metric) { return metric.source == "model"; });
  return kept;
}

}  // namespace

ModelledRun plan_again(const StoredRun& run, const Paths& paths) {
  const RunOptions settings = stored_run_options(run, {});
  const Library found(paths.roots);
  const Library library = found.with_root_of(found.experiment_path(settings.experiment));
  const Experiment experiment = load_experiment(library, settings);
  refuse_changed_texts(run, experiment);
  const Plan plan = make_plan(experiment, run.device);
  refuse_changed_plan(run, plan);
  return {run, library.roots(), jobs_of(run, plan)};
}

std::string profile_device(const ModelledRun& run, const std::string& profile, const Paths& paths) {
  if (!profile.empty()) return "host:" + profile;
  WorkerProcess any = make_worker(paths, run.roots, "host");
  const auto devices = any.devices();
  return model_device(run.stored, devices);
}

void model_jobs(WorkerProcess& worker, const std::vector<Job>& jobs, const TakeModelled& take) {
  for (std::size_t first = 0; first < jobs.size(); first += kBatchPoints) {
    const std::size_t end = std::min(first + kBatchPoints, jobs.size());
    take(first, worker.count({jobs.begin() + static_cast<std::ptrdiff_t>(first),
                              jobs.begin() + static_cast<std::ptrdiff_t>(end)}));
  }
}

std::vector<std::vector<Metric>> record_estimates(LedgerWriter& ledger, WorkerProcess& worker,
                                                  const std::vector<Job>& jobs, bool quiet) {
  std::vector<std::vector<Metric>> all;
  model_jobs(worker, jobs, [&](std::size_t first, std::span<const std::vector<Metric>> batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) ledger.add_estimates(jobs[first + i].ordinal, modelled(batch[i]));
    all.insert(all.end(), batch.begin(), batch.end());
    if (!quiet) std::cerr << fmt::format("{} of {} points modelled\n", all.size(), jobs.size());
  });
  return all;
}

}  // namespace warpledger
