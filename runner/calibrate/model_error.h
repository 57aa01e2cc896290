#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// Counted values of one run, by the point's ordinal and the metric's name.
using Measured = std::map<std::pair<std::int64_t, std::string>, double>;

/// A metric of a point that was counted and modelled.
struct MetricError {
  std::string metric;
  double measured = 0;
  double modelled = 0;

  /// How far apart they are, as a share of the larger one: 0 to 1, also where one of them is 0.
  double error() const;
};

/// Whether the job asks for `metric`, and the model's number of it depends on the order of requests or on how writes
/// merge.
bool is_fitted(const Job& job, const std::string& metric);

/// The fitted metrics of which both numbers are there.
/// `metrics[i]` are those of `jobs[i]`.
std::vector<MetricError> compare(const std::vector<Job>& jobs, const std::vector<std::vector<Metric>>& metrics,
                                 const Measured& measured);

struct ErrorSummary {
  std::size_t points = 0;
  double mean = 0;
  double worst = 0;
};

/// One summary a metric.
std::map<std::string, ErrorSummary> errors_by_metric(const std::vector<MetricError>& comparisons);

/// Over all comparisons, of which there must be one.
double mean_error(const std::vector<MetricError>& comparisons);

}  // namespace warpledger
