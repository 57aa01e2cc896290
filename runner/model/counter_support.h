#pragma once

#include <string>
#include <vector>

#include "model/metric.h"

namespace warpledger {

/// What a chip makes of a set of metrics, without a GPU.
struct CounterSupport {
  std::string chip;
  int passes = 0;
  std::vector<Metric> metrics;        ///< value absent everywhere; reason says why a metric cannot be had, else empty
  std::vector<std::string> counters;  ///< the counter chosen for each metric; empty where there is none
};

}  // namespace warpledger
