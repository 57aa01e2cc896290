#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/metric.h"
#include "spec/library.h"

namespace warpledger {

/// Metrics that belong together: metrics/<name>.yaml. Every metric is defined in one group only.
struct MetricGroup {
  std::string name;
  std::string about;
  std::vector<MetricRequest> metrics;  ///< defined in its own file
  std::vector<MetricRequest> also;     ///< what it takes of other groups, each once

  /// `metrics`, then `also`.
  std::vector<MetricRequest> members() const;
};

/// All groups of the library, sorted by name. Throws Error at the place of whatever is wrong in a file: a metric that
/// two files define, a name that is both a metric's and a group's, an `also` that names nothing, groups that take each
/// other in a circle.
std::vector<MetricGroup> load_metric_groups(const Library& library);

/// What a name stands for: a group; a metric or a raw CUPTI counter with its rollup ("smsp__cycles_active.avg"), each
/// as its own group. Throws Error with the nearest name.
MetricGroup find_metric_group(const std::vector<MetricGroup>& groups, const std::string& name);

/// The metrics that `names` stand for, as find_metric_group() has it, each once, in the order of first mention.
std::vector<MetricRequest> select_metrics(const std::vector<MetricGroup>& groups, std::span<const std::string> names);

/// Whether a counter's value grows or shrinks with how long its profiled range lasts, which is longer than the kernel
/// in it: durations, elapsed cycles, and everything per second or in percent of elapsed cycles. A counter's name tells.
bool depends_on_range_time(const std::string& counter);

}  // namespace warpledger
