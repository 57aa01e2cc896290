#include "exec/run_jobs.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "exec/collect_metrics.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

bool needs_profiling(const Job& job, const Result& result) {
  return result.outcome == Outcome::ok && !job.metrics.empty();
}

/// Measured points that wait for their counters, in the plan's order.
class Batch {
 public:
  Batch(WorkerProcess& worker, const RunCallbacks& callbacks, const BatchLimits& limits)
      : worker_(worker), callbacks_(callbacks), limits_(limits) {}

  void add(Job job, Result result) {
    if (jobs_.empty()) since_first_ = {};
    waiting_ += needs_profiling(job, result) ? 1 : 0;
    jobs_.push_back(std::move(job));
    results_.push_back(std::move(result));
  }

  /// True if the batch should be completed now.
  bool full() const {
    if (jobs_.size() >= limits_.points) return true;
    if (waiting_ > 0) return since_first_.elapsed_s() >= limits_.time_s;
    return results_.back().outcome != Outcome::ok || since_last_.elapsed_s() >= limits_.pause_s;
  }

  /// Completes waiting points if the next measurement takes longer than the pause.
  Meanwhile beside_next() {
    if (jobs_.empty() || waiting_ > 0) return {};
    return {std::max(0.0, limits_.pause_s - since_last_.elapsed_s()), [this] { complete(); }};
  }

  void complete() {
    std::vector<Job> countable;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (needs_profiling(jobs_[i], results_[i])) countable.push_back(jobs_[i]);
    if (callbacks_.before_profiling) std::ranges::for_each(countable, callbacks_.before_profiling);
    const Stopwatch counting;
    auto counted = countable.empty() ? std::vector<std::vector<Metric>>{} : worker_.collect(countable);
    profiling_s_ += counting.elapsed_s();
    auto next = counted.begin();
    complete_all([&](const Job&) { return *next++; });
  }

  /// Completes all points without counters.
  void complete_unprofiled(const std::string& reason) {
    complete_all([&](const Job& job) { return without_values(job.metrics, "not counted: " + reason); });
  }

  double profiling_s() const { return profiling_s_; }

 private:
  /// `counted` returns the metrics of the next point that needs counting.
  template <typename Counted>
  void complete_all(Counted counted) {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const auto metrics = needs_profiling(jobs_[i], results_[i])
                               ? counted(jobs_[i])
                               : without_values(jobs_[i].metrics, "not counted: the point is not ok");
      results_[i].metrics.insert(results_[i].metrics.end(), metrics.begin(), metrics.end());
    }
    if (!jobs_.empty()) callbacks_.complete(jobs_, results_);
    jobs_.clear();
    results_.clear();
    waiting_ = 0;
    since_last_ = {};
  }

  WorkerProcess& worker_;
  const RunCallbacks& callbacks_;
  const BatchLimits limits_;
  std::vector<Job> jobs_;
  std::vector<Result> results_;
  int waiting_ = 0;        ///< number of jobs_ that need counting
  Stopwatch since_first_;  ///< since the first job was added
  Stopwatch since_last_;   ///< since the last completion
  double profiling_s_ = 0;
};

}  // namespace

JobsSummary run_jobs(const NextPoint& next, const std::function<Job(std::int64_t)>& job, WorkerProcess& worker,
                     const RunCallbacks& callbacks, const BatchLimits& limits) {
  Batch batch(worker, callbacks, limits);
  std::optional<std::int64_t> ordinal;
  try {
    while ((ordinal = next()) && !callbacks.stop_requested()) {
      Job begun = job(*ordinal);
      callbacks.progress({begun, nullptr});
      Result result = worker.measure(begun, batch.beside_next());
      if (callbacks.after_measuring) callbacks.after_measuring(begun, result);
      callbacks.progress({begun, &result});
      batch.add(std::move(begun), std::move(result));
      if (batch.full()) batch.complete();
    }
    batch.complete();
  } catch (const Error& error) {
    batch.complete_unprofiled(error.problem());
    throw;
  } catch (const std::exception& failure) {
    batch.complete_unprofiled(failure.what());
    throw;
  }
  return {!ordinal, batch.profiling_s()};
}

JobsSummary run_jobs(std::span<const std::int64_t> ordinals, const std::function<Job(std::int64_t)>& job,
                     WorkerProcess& worker, const RunCallbacks& callbacks, const BatchLimits& limits) {
  auto at = ordinals.begin();
  const NextPoint next = [&]() -> std::optional<std::int64_t> {
    return at == ordinals.end() ? std::nullopt : std::optional(*at++);
  };
  return run_jobs(next, job, worker, callbacks, limits);
}

}  // namespace warpledger
