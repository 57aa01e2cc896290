#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/metric.h"
#include "spec/library.h"

namespace warpledger {

/// Counters that belong together: metrics/<name>.yaml.
struct MetricGroup {
  std::string name;
  std::string about;
  std::vector<MetricRequest> metrics;
};

/// All groups of the library, sorted by name. Throws Error at the place of whatever is wrong in a file.
std::vector<MetricGroup> load_metric_groups(const Library& library);

/// The metrics that `names` stand for, each once, in the order of first mention. A name is a group, a metric of a
/// group, or a raw CUPTI counter with its rollup ("smsp__cycles_active.avg"). Throws Error with the nearest name.
std::vector<MetricRequest> select_metrics(const std::vector<MetricGroup>& groups, std::span<const std::string> names);

}  // namespace warpledger
