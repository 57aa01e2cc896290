#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// A step multiplies or divides the value by `factor`, moves by at least 1 and stays within `least` to `most`.
struct Tunable {
  std::string name;
  std::int64_t least = 1;
  std::int64_t most = 1;
  double factor = 2;
};

/// Parameter values by name.
using Setting = std::map<std::string, std::int64_t>;

/// Error of the model compared with the measurements; infinite if the model cannot run.
using SettingError = std::function<double(const Setting&)>;

struct Calibration {
  Setting setting;  ///< best one found
  double error = 0;
  std::size_t candidates = 0;  ///< settings evaluated, including the first
};

/// Coordinate descent from `start`, which has a value for each tunable. Stops after a round that lowers the error by
/// less than 1 %, or after `most_candidates` settings. Evaluates no setting twice.
Calibration descend(const Setting& start, const std::vector<Tunable>& tunables, std::size_t most_candidates,
                    const SettingError& error);

/// Counted values by point ordinal and metric name.
using Measured = std::map<std::pair<std::int64_t, std::string>, double>;

struct MetricError {
  std::string metric;
  double measured = 0;
  double modelled = 0;

  /// Error relative to the larger value: 0 to 1.
  double error() const;
};

/// True if the job requests `metric` and its modelled value depends on the order of requests or how writes merge.
bool is_fitted(const Job& job, const std::string& metric);

/// Returns the fitted metrics with both values. `metrics[i]` are those of `jobs[i]`.
std::vector<MetricError> compare(const std::vector<Job>& jobs, const std::vector<std::vector<Metric>>& metrics,
                                 const Measured& measured);

struct ErrorSummary {
  std::size_t points = 0;
  double mean = 0;
  double worst = 0;
};

/// Returns summaries by metric.
std::map<std::string, ErrorSummary> errors_by_metric(const std::vector<MetricError>& comparisons);

/// `comparisons` must not be empty.
double mean_error(const std::vector<MetricError>& comparisons);

}  // namespace warpledger
