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

/// A parameter of a model that is fitted. It goes from a value to `factor` times as much or as little, rounded, but by
/// 1 at least and never out of `least` to `most`.
struct Tunable {
  std::string name;
  std::int64_t least = 1;
  std::int64_t most = 1;
  double factor = 2;
};

/// Values of parameters by name.
using Setting = std::map<std::string, std::int64_t>;

/// How far a model with that setting is from what was measured; infinite where the model cannot be run with it.
using SettingError = std::function<double(const Setting&)>;

struct Calibration {
  Setting setting;  ///< with the least error that was found
  double error = 0;
  std::size_t candidates = 0;  ///< settings that the error was asked of, the first one included
};

/// Coordinate descent from `start`, which has a value for each of `tunables`: one parameter after the other goes up, or
/// else down, as long as the error becomes less. Ends after a round that makes it less by under 1 %, or when
/// `most_candidates` settings were asked. Asks no setting twice.
Calibration descend(const Setting& start, const std::vector<Tunable>& tunables, std::size_t most_candidates,
                    const SettingError& error);

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
