#include "calibrate/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace warpledger {
namespace {

using Step = std::int64_t (*)(const Tunable& tunable, std::int64_t value);

/// A round that lowers the error by a smaller share is the last one.
constexpr double kWorthwhileShare = 0.01;

std::int64_t above(const Tunable& tunable, std::int64_t value) {
  const std::int64_t scaled = std::llround(static_cast<double>(value) * tunable.factor);
  return std::min(std::max(scaled, value + 1), tunable.most);
}

std::int64_t below(const Tunable& tunable, std::int64_t value) {
  const std::int64_t scaled = std::llround(static_cast<double>(value) / tunable.factor);
  return std::max(std::min(scaled, value - 1), tunable.least);
}

class Descent {
 public:
  Descent(const Setting& start, std::size_t most_candidates, const SettingError& error)
      : most_candidates_(most_candidates), error_(error) {
    best_ = {start, error_of(start), 0};
  }

  void improve(const Tunable& tunable) {
    if (!walk(tunable, above)) walk(tunable, below);
  }

  double error() const { return best_.error; }
  bool exhausted() const { return known_.size() >= most_candidates_; }
  Calibration result() const { return {best_.setting, best_.error, known_.size()}; }

 private:
  double error_of(const Setting& setting) {
    const auto known = known_.find(setting);
    if (known != known_.end()) return known->second;
    return known_[setting] = error_(setting);
  }

  bool walk(const Tunable& tunable, Step step) {
    bool moved = false;
    while (!exhausted()) {
      Setting next = best_.setting;
      std::int64_t& value = next.at(tunable.name);
      value = step(tunable, value);
      const double error = error_of(next);
      if (error >= best_.error) break;
      best_.setting = std::move(next);
      best_.error = error;
      moved = true;
    }
    return moved;
  }

  std::size_t most_candidates_;
  const SettingError& error_;
  std::map<Setting, double> known_;
  Calibration best_;
};

/// The fitted parameters affect only these; the model's other counts make no assumptions about time.
constexpr std::array<std::string_view, 3> kFittedQuantities = {"l1_read_sectors", "l1_written_sectors",
                                                               "global_bank_conflicts"};

}  // namespace

Calibration descend(const Setting& start, const std::vector<Tunable>& tunables, std::size_t most_candidates,
                    const SettingError& error) {
  Descent descent(start, most_candidates, error);
  double before = 0;
  do {
    before = descent.error();
    for (const Tunable& tunable : tunables) descent.improve(tunable);
  } while (!descent.exhausted() && before - descent.error() > kWorthwhileShare * before);
  return descent.result();
}

bool is_fitted(const Job& job, const std::string& metric) {
  return std::any_of(job.metrics.begin(), job.metrics.end(), [&](const MetricRequest& request) {
    return request.name == metric && request.model &&
           std::find(kFittedQuantities.begin(), kFittedQuantities.end(), request.model->quantity) !=
               kFittedQuantities.end();
  });
}

double MetricError::error() const {
  if (measured == modelled) return 0;
  return std::abs(modelled - measured) / std::max(std::abs(modelled), std::abs(measured));
}

std::vector<MetricError> compare(const std::vector<Job>& jobs, const std::vector<std::vector<Metric>>& metrics,
                                 const Measured& measured) {
  std::vector<MetricError> comparisons;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    for (const Metric& metric : metrics.at(i)) {
      const auto counted = measured.find({jobs[i].ordinal, metric.name});
      if (counted == measured.end() || metric.source != "model" || !metric.value) continue;
      if (is_fitted(jobs[i], metric.name)) comparisons.push_back({metric.name, counted->second, *metric.value});
    }
  }
  return comparisons;
}

std::map<std::string, ErrorSummary> errors_by_metric(const std::vector<MetricError>& comparisons) {
  std::map<std::string, ErrorSummary> summaries;
  for (const MetricError& one : comparisons) {
    ErrorSummary& summary = summaries[one.metric];
    ++summary.points;
    summary.mean += one.error();
    summary.worst = std::max(summary.worst, one.error());
  }
  for (auto& [metric, summary] : summaries) summary.mean /= static_cast<double>(summary.points);
  return summaries;
}

double mean_error(const std::vector<MetricError>& comparisons) {
  double sum = 0;
  for (const MetricError& one : comparisons) sum += one.error();
  return sum / static_cast<double>(comparisons.size());
}

}  // namespace warpledger
