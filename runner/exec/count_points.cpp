#include "exec/count_points.h"

#include <algorithm>
#include <utility>

#include "exec/prepare.h"

namespace warpledger {
namespace {

bool same_session(const Job& a, const Job& b) {
  const auto same = [](const MetricRequest& x, const MetricRequest& y) { return x.name == y.name; };
  return a.measure.cache == b.measure.cache &&
         std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(), same);
}

/// The points of one profiling session, from `jobs[first]` on.
class Session {
 public:
  Session(std::span<const Job> jobs, PointContext& context) : jobs_(jobs), context_(context) {}

  /// Prepares points while they belong together and fit; the index after the last one taken.
  std::size_t fill(std::size_t first, std::vector<std::vector<Metric>>& answers) {
    for (std::size_t i = first; i < jobs_.size(); ++i) {
      if (!same_session(jobs_[first], jobs_[i])) return i;
      try {
        prepared_.push_back(prepare(jobs_[i], context_.backend, context_.workspace));
        members_.push_back(i);
      } catch (const PointEnd& end) {
        // With others in the session the memory may just be taken: the point opens the next session.
        if (!prepared_.empty()) return i;
        answers[i] = without_values(jobs_[i].metrics, end.what());
      }
    }
    return jobs_.size();
  }

  void count(std::vector<std::vector<Metric>>& answers) {
    if (members_.empty()) return;
    std::vector<Work> works;
    for (const Prepared& point : prepared_) works.push_back(point.work);
    const Job& job = jobs_[members_.front()];
    try {
      auto counted = context_.backend.count(works, job.measure.cache, job.metrics);
      for (std::size_t i = 0; i < members_.size(); ++i) answers[members_[i]] = std::move(counted.at(i));
    } catch (const PointEnd& end) {
      for (const std::size_t i : members_) answers[i] = without_values(jobs_[i].metrics, end.what());
    }
  }

 private:
  std::span<const Job> jobs_;
  PointContext& context_;
  std::vector<Prepared> prepared_;
  std::vector<std::size_t> members_;
};

}  // namespace

std::vector<std::vector<Metric>> count_points(std::span<const Job> jobs, PointContext& context) {
  std::vector<std::vector<Metric>> answers(jobs.size());
  for (std::size_t next = 0; next < jobs.size();) {
    Session session(jobs, context);
    next = session.fill(next, answers);
    session.count(answers);
    context.workspace.drop_unused();
  }
  return answers;
}

std::vector<Metric> without_values(std::span<const MetricRequest> requests, const std::string& reason) {
  std::vector<Metric> metrics;
  for (const MetricRequest& request : requests)
    metrics.push_back({request.name, std::nullopt, request.unit, "cupti", reason});
  return metrics;
}

}  // namespace warpledger
