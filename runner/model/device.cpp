#include "model/device.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpledger {
namespace {

Metric flag(std::string name, bool is_set) { return {std::move(name), is_set ? 1.0 : 0.0, "flag", "attribute", ""}; }

}  // namespace

std::string throttled_by(std::string_view cause) { return fmt::format("{}_{}", kThrottled, cause); }

std::vector<Metric> metrics_of(const Health& health) {
  std::vector<Metric> metrics;
  if (const auto& throttling = health.throttling) {
    metrics.push_back(flag(kThrottled, std::ranges::count(*throttling, true) > 0));
    for (std::size_t cause = 0; cause < kThrottleCauses.size(); ++cause)
      metrics.push_back(flag(throttled_by(kThrottleCauses.at(cause)), throttling->at(cause)));
  } else {
    metrics.push_back({kThrottled, std::nullopt, "flag", "attribute", health.why_no_throttling});
  }
  metrics.push_back({kOtherGpuProcesses, health.other_gpu_processes, "process", "attribute", health.why_no_processes});
  return metrics;
}

}  // namespace warpledger
