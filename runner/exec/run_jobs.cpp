#include "exec/run_jobs.h"

#include <iterator>
#include <vector>

#include "exec/count_points.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

/// A killed parent loses what is not yet complete: at most so many points, or so much time (whichever is less).
constexpr std::size_t kBatchPoints = 64;
constexpr double kBatchTime_s = 5;

/// Points that are measured and wait for their counters, in the plan's order.
class Batch {
 public:
  Batch(WorkerProcess& worker, const RunCallbacks& callbacks) : worker_(worker), callbacks_(callbacks) {}

  void add(Job job, Result result) {
    if (jobs_.empty()) since_first_ = {};
    jobs_.push_back(std::move(job));
    results_.push_back(std::move(result));
  }

  bool full() const {
    return jobs_.size() >= kBatchPoints || (!jobs_.empty() && since_first_.elapsed_s() >= kBatchTime_s);
  }

  /// Counts the points that are ok and completes them all.
  void complete() {
    std::vector<Job> countable;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (results_[i].outcome == Outcome::ok && !jobs_[i].metrics.empty()) countable.push_back(jobs_[i]);
    }
    const Stopwatch counting;
    auto counted = countable.empty() ? std::vector<std::vector<Metric>>{} : worker_.count(countable);
    counting_s_ += counting.elapsed_s();
    auto next = counted.begin();
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const bool was_counted = results_[i].outcome == Outcome::ok && !jobs_[i].metrics.empty();
      const auto metrics = was_counted ? *next++ : without_values(jobs_[i].metrics, "not counted: the point is not ok");
      results_[i].metrics.insert(results_[i].metrics.end(), metrics.begin(), metrics.end());
      callbacks_.complete(jobs_[i], results_[i]);
    }
    jobs_.clear();
    results_.clear();
  }

  double counting_s() const { return counting_s_; }

 private:
  WorkerProcess& worker_;
  const RunCallbacks& callbacks_;
  std::vector<Job> jobs_;
  std::vector<Result> results_;
  Stopwatch since_first_;
  double counting_s_ = 0;
};

}  // namespace

RunSummary run_jobs(std::int64_t points, const std::function<Job(std::int64_t)>& job, WorkerProcess& worker,
                    const RunCallbacks& callbacks) {
  Batch batch(worker, callbacks);
  std::int64_t ordinal = 0;
  for (; ordinal < points && !callbacks.stop_requested(); ++ordinal) {
    Job next = job(ordinal);
    callbacks.progress({next, nullptr});
    Result result = worker.measure(next);
    callbacks.progress({next, &result});
    batch.add(std::move(next), std::move(result));
    if (batch.full()) batch.complete();
  }
  batch.complete();
  return {ordinal == points, batch.counting_s()};
}

}  // namespace warpledger
