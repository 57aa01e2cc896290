#include "exec/collect_metrics.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "exec/audit.h"
#include "exec/inputs.h"
#include "exec/untrusted_point.h"
#include "exec/verify.h"
#include "exec/workspace.h"

namespace warpledger {
namespace {

constexpr std::string_view kCountedOnNewInputs = "correct at first, wrong in a counted launch on new inputs";

bool same_session(const Job& a, const Job& b) {
  const auto same = [](const MetricRequest& x, const MetricRequest& y) { return x.name == y.name; };
  return a.measure.cache == b.measure.cache && a.untrusted == b.untrusted &&
         std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(), same);
}

/// Counting order of `jobs`. Untrusted code comes last, so that it does not separate jobs that could share a session.
std::vector<std::size_t> counting_order(std::span<const Job> jobs) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !jobs[i].untrusted; });
  return order;
}

/// Points of a profiling session.
class Session {
 public:
  Session(std::span<const Job> jobs, PointContext& context) : jobs_(jobs), context_(context) {}

  /// Prepares leading points of `order` that share a session and fit. Returns their number.
  std::size_t fill(std::span<const std::size_t> order, std::vector<std::vector<Metric>>& answers) {
    for (std::size_t taken = 0; taken < order.size(); ++taken) {
      const std::size_t i = order[taken];
      if (!same_session(jobs_[order.front()], jobs_[i])) return taken;
      try {
        Prepared point = prepare(jobs_[i], context_.backend, workspace_of(jobs_[i]));
        if (jobs_[i].untrusted) distrust(jobs_[i], point);
        prepared_.push_back(std::move(point));
        members_.push_back(i);
      } catch (const PointFailure& end) {
        // Other points of the session may use the memory: retry in the next session.
        if (!prepared_.empty()) return taken;
        answers[i] = without_values(jobs_[i].metrics, end.what());
      }
    }
    return order.size();
  }

  void count(std::vector<std::vector<Metric>>& answers) {
    if (members_.empty()) return;
    std::vector<Work> works;
    for (const Prepared& point : prepared_) works.push_back(point.work);
    const Job& job = jobs_[members_.front()];
    try {
      auto counted =
          context_.backend.collect(works, job.measure.cache, job.metrics,
                                   [this](std::size_t member, std::uint64_t execution) { audit(member, execution); });
      for (std::size_t i = 0; i < members_.size(); ++i) answers[members_[i]] = validated(i, std::move(counted.at(i)));
    } catch (const PointFailure& end) {
      for (const std::size_t i : members_) answers[i] = without_values(jobs_[i].metrics, end.what());
    }
  }

 private:
  /// Untrusted code shares no modules or buffers.
  Workspace& workspace_of(const Job& job) {
    return job.untrusted ? apart_.emplace_back(context_.workspace.apart()) : context_.workspace;
  }

  /// Not audited on a host, where a model runs only part of the launches.
  void distrust(const Job& job, Prepared& point) {
    if (context_.backend.times_gpu()) audits_.emplace_back(job, context_.backend, references_);
    randomize(job, point);
    point.work.renewed_with = secret_stream();
  }

  /// Either all members of a session are untrusted, or none.
  void audit(std::size_t member, std::uint64_t execution) {
    if (audits_.empty()) return;
    try {
      audits_[member].check(prepared_[member], execution, kCountedOnNewInputs);
    } catch (const PointFailure& end) {
      failures_.emplace(member, end.what());
    }
  }

  /// Counted values, unless an audit failed or a guard zone was written.
  std::vector<Metric> validated(std::size_t member, std::vector<Metric> counted) {
    const Job& job = jobs_[members_[member]];
    if (audits_.empty()) return counted;
    try {
      if (const auto failed = failures_.find(member); failed != failures_.end())
        return without_values(job.metrics, failed->second);
      Verification(job, prepared_[member], context_).check_guards();
    } catch (const PointFailure& end) {
      return without_values(job.metrics, end.what());
    }
    return counted;
  }

  std::span<const Job> jobs_;
  PointContext& context_;
  std::deque<Workspace> apart_;
  std::vector<Prepared> prepared_;
  std::vector<std::size_t> members_;
  Workspace references_ = context_.workspace.apart();  ///< holds modules of the audits
  std::deque<Audit> audits_;                           ///< by member, if untrusted
  std::map<std::size_t, std::string> failures_;        ///< by member: its first failed audit
};

}  // namespace

std::vector<std::vector<Metric>> collect_metrics(std::span<const Job> jobs, PointContext& context) {
  std::vector<std::vector<Metric>> answers(jobs.size());
  const std::vector<std::size_t> order = counting_order(jobs);
  for (std::span<const std::size_t> left = order; !left.empty();) {
    if (jobs[left.front()].untrusted) {
      context.workspace.forget_all();
      context.workspace.drop_changed_copies();
    }
    Session session(jobs, context);
    left = left.subspan(session.fill(left, answers));
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
