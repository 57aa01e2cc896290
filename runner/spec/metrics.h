#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/metric.h"
#include "spec/library.h"

namespace warpledger {

/// Related metrics: metrics/<name>.yaml. Each metric is defined in exactly one group.
struct MetricGroup {
  std::string name;
  std::string about;
  std::vector<MetricRequest> metrics;  ///< defined in its own file
  std::vector<MetricRequest> also;     ///< included from other groups, each once

  std::vector<MetricRequest> members() const;
};

/// Returns all groups, sorted by name. Throws Error for invalid files, conflicting or unknown names, and cyclic `also`.
std::vector<MetricGroup> load_metric_groups(const Library& library);

/// Returns a group, or makes one of a metric or raw CUPTI counter ("smsp__cycles_active.avg"). Throws Error with the
/// nearest name.
MetricGroup find_metric_group(const std::vector<MetricGroup>& groups, const std::string& name);

/// Returns the metrics that `names` refer to (see find_metric_group()), each once, in order of first mention.
std::vector<MetricRequest> select_metrics(const std::vector<MetricGroup>& groups, std::span<const std::string> names);

/// True if the counter, by its name, depends on the duration of the profiled range, which exceeds the kernel's:
/// durations, elapsed cycles, rates, and percentages of elapsed cycles.
bool depends_on_range_time(const std::string& counter);

}  // namespace warpledger
