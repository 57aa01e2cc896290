#include "calibrate/model_error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace warpledger {
namespace {

/// What the fitted parameters change; the model counts its other quantities without assuming anything about time.
constexpr std::array<std::string_view, 3> kFittedQuantities = {"l1_read_sectors", "l1_written_sectors",
                                                               "global_bank_conflicts"};

}  // namespace

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
