#include "calibrate/profile_fit.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>

#include "base/error.h"
#include "calibrate/modelled_run.h"
#include "run/start_worker.h"

namespace warpledger {
namespace {

/// Why a fitted metric of `jobs` has no modelled number; empty when all have one.
std::string reason_in(const std::vector<Job>& jobs, const std::vector<std::vector<Metric>>& metrics) {
  for (std::size_t i = 0; i < jobs.size(); ++i)
    for (const Metric& metric : metrics.at(i))
      if (!metric.value && is_fitted(jobs[i], metric.name)) return fmt::format("{}: {}", metric.name, metric.reason);
  return "";
}

}  // namespace

ProfileFit::ProfileFit(const Paths& paths, const std::vector<ProfiledRun>& runs, const std::string& name,
                       std::size_t most_points)
    : paths_(paths), runs_(runs), name_(name), profile_(runs.at(0).run.roots, name) {
  for (const ProfiledRun& counted : runs) {
    WorkerProcess worker = make_worker(paths, counted.run.roots, fmt::format("host:{}", name));
    refuse_another_gpu(counted.run.stored, worker.describe());
    samples_.push_back(sample_of(counted.run.jobs, most_points));
  }
}

std::size_t ProfileFit::points() const {
  std::size_t points = 0;
  for (const std::vector<Job>& sample : samples_) points += sample.size();
  return points;
}

std::vector<MetricError> ProfileFit::compare_with(const Setting& setting) {
  const TemporaryProfile candidate(name_, profile_.text(setting, "a candidate"));
  std::vector<MetricError> all;
  std::string reason;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    std::vector<std::string> roots = {candidate.root()};
    roots.insert(roots.end(), runs_[i].run.roots.begin(), runs_[i].run.roots.end());
    WorkerProcess worker = make_worker(paths_, roots, fmt::format("host:{}", name_));
    std::vector<std::vector<Metric>> metrics;
    model_jobs(worker, samples_[i], [&](std::size_t, std::span<const std::vector<Metric>> batch) {
      metrics.insert(metrics.end(), batch.begin(), batch.end());
    });
    if (reason.empty()) reason = reason_in(samples_[i], metrics);
    const std::vector<MetricError> compared = compare(samples_[i], metrics, runs_[i].measured);
    all.insert(all.end(), compared.begin(), compared.end());
  }
  if (all.empty() || all.size() < comparisons_)
    throw Error(fmt::format("the model provided {} of the numbers to compare{}{}", all.empty() ? "none" : "only some",
                            reason.empty() ? "" : ": ", reason),
                "name runs with the counters that the model is fitted to: l2_read_bytes, l2_write_bytes, "
                "global_bank_conflicts");
  comparisons_ = all.size();
  return all;
}

double ProfileFit::error(const Setting& setting) {
  if (setting.at("miss_jitter_cycles") > setting.at("miss_cycles")) return std::numeric_limits<double>::infinity();
  return mean_error(compare_with(setting));
}

}  // namespace warpledger
