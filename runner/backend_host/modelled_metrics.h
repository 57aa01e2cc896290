#pragma once

#include <span>
#include <string>
#include <vector>

#include "backend_host/launch_model.h"
#include "model/metric.h"

namespace warpledger {

/// Returns `requests` as modelled over a point's `launches`. Metrics that the model does not support are absent, with a
/// reason; without `launches` all are, with `reason`.
std::vector<Metric> modelled_metrics(std::span<const MetricRequest> requests, std::span<const LaunchModel> launches,
                                     const std::string& profile_digest, const std::string& reason);

}  // namespace warpledger
