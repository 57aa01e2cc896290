#include "calibrate/modelled_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>
#include <variant>

#include "base/error.h"
#include "exec/protocol.h"
#include "ledger/ledger_reader.h"
#include "plan/plan.h"
#include "run/open_experiment.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "store/ledger_file.h"
#include "store/writer.h"

namespace warpledger {
namespace {

/// An interrupted command loses at most one batch.
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

constexpr const char* kCounted =
    "SELECT ordinal, name, value FROM metrics "
    "WHERE run = (SELECT run FROM selected_run) AND source = 'cupti' AND value IS NOT NULL";

Measured measured_by(const std::string& ledger, const StoredRun& run, const Library& library) {
  LedgerReader reader = open_ledger(ledger, library);
  reader.select_run(run.uuid);
  Measured measured;
  for (const std::vector<Cell>& row : reader.query(kCounted).rows)
    measured[{std::get<std::int64_t>(row[0]), std::get<std::string>(row[1])}] = std::get<double>(row[2]);
  return measured;
}

/// Closes its writer, so that this process may then open a reader.
StoredRun stored_run(const std::string& ledger, const std::string& run, const Paths& paths) {
  schema_version_of_ledger(ledger);
  return LedgerWriter(ledger, schema_folder(paths.roots)).claim_run(run);
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
    take(first, worker.collect({jobs.begin() + static_cast<std::ptrdiff_t>(first),
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

ProfiledRun read_profiled_run(const std::string& ledger, const std::string& run, const Paths& paths) {
  const StoredRun stored = stored_run(ledger, run, paths);
  const std::string hint = "name runs on a GPU that collected counters";
  if (stored.device.backend == "host")
    throw Error(fmt::format("run {} was on the host, which has no counters", stored.uuid.substr(0, 8)), hint);
  ProfiledRun counted = {plan_again(stored, paths), {}};
  counted.measured = measured_by(ledger, stored, Library(counted.run.roots));
  if (counted.measured.empty())
    throw Error(fmt::format("run {} has no counter values", stored.uuid.substr(0, 8)), hint);
  return counted;
}

std::vector<Job> sample_of(const std::vector<Job>& jobs, std::size_t most) {
  std::vector<Job> sample = jobs;
  // Keys are SHA-256 sums, unrelated to the grid's axes.
  std::sort(sample.begin(), sample.end(), [](const Job& a, const Job& b) { return a.key < b.key; });
  if (sample.size() > most) sample.resize(most);
  std::sort(sample.begin(), sample.end(), [](const Job& a, const Job& b) { return a.ordinal < b.ordinal; });
  return sample;
}

std::string model_device(const StoredRun& run, std::span<const Device> devices) {
  if (run.device.backend == "host") return run.device.id;
  const auto profile = std::find_if(devices.begin(), devices.end(), [&run](const Device& device) {
    return device.backend == "host" && device.name == "CPU as " + run.device.name;
  });
  if (profile == devices.end())
    throw Error(fmt::format("no profile in devices/ is for this run's device, {}", run.device.name),
                "name one with --as, or write one: docs/write-a-device-profile.md");
  return profile->id;
}

void refuse_another_gpu(const StoredRun& run, const Device& profile) {
  for (const char* fact : {"cc_major", "cc_minor", "sm_count"}) {
    const auto measured = run.device.facts.find(fact), modelled = profile.facts.find(fact);
    if (measured == run.device.facts.end() || modelled == profile.facts.end()) continue;
    if (measured->second != modelled->second)
      throw Error(fmt::format("run {} was on a GPU other than {}: {} is {} there and {} here", run.uuid.substr(0, 8),
                              profile.id, fact, measured->second, modelled->second),
                  "name the profile of the run's GPU with --as");
  }
}

}  // namespace warpledger
