#pragma once

#include <span>
#include <string>
#include <vector>

#include "backend_host/launch_model.h"
#include "model/metric.h"

namespace warpledger {

/// `requests` as the memory model answers them for a point's launches, one after the other. What it does not give has
/// no value and says so; without `launches`, nothing has a value because of `reason`.
std::vector<Metric> modelled_metrics(std::span<const MetricRequest> requests, std::span<const LaunchModel> launches,
                                     const std::string& profile_digest, const std::string& reason);

}  // namespace warpledger
