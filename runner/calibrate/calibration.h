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

/// A fitted parameter. A step multiplies or divides its value by `factor`, rounds, moves by at least 1 and stays within
/// `least` to `most`.
struct Tunable {
  std::string name;
  std::int64_t least = 1;
  std::int64_t most = 1;
  double factor = 2;
};

/// Parameter values by name.
using Setting = std::map<std::string, std::int64_t>;

/// Error of the model with a setting, compared with the measurements; infinite if the model cannot run with it.
using SettingError = std::function<double(const Setting&)>;

struct Calibration {
  Setting setting;  ///< the best one found
  double error = 0;
  std::size_t candidates = 0;  ///< settings evaluated, including the first
};

/// Coordinate descent from `start`, which has a value for each tunable. Steps each parameter up, or else down, while
/// the error falls. Stops after a round that lowers the error by less than 1 %, or after `most_candidates` settings.
/// Evaluates no setting twice.
Calibration descend(const Setting& start, const std::vector<Tunable>& tunables, std::size_t most_candidates,
                    const SettingError& error);

/// Counted values of a run by point ordinal and metric name.
using Measured = std::map<std::pair<std::int64_t, std::string>, double>;

/// A metric of a point, both counted and modelled.
struct MetricError {
  std::string metric;
  double measured = 0;
  double modelled = 0;

  /// Difference relative to the larger value: 0 to 1, defined also if one of them is 0.
  double error() const;
};

/// True if the job requests `metric` and its modelled value depends on the order of requests or on how writes merge.
bool is_fitted(const Job& job, const std::string& metric);

/// Returns the fitted metrics that have both values. `metrics[i]` are those of `jobs[i]`.
std::vector<MetricError> compare(const std::vector<Job>& jobs, const std::vector<std::vector<Metric>>& metrics,
                                 const Measured& measured);

struct ErrorSummary {
  std::size_t points = 0;
  double mean = 0;
  double worst = 0;
};

/// Returns one summary per metric.
std::map<std::string, ErrorSummary> errors_by_metric(const std::vector<MetricError>& comparisons);

/// Mean over all comparisons; there must be at least one.
double mean_error(const std::vector<MetricError>& comparisons);

}  // namespace warpledger
