#include "model/device.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpledger {
namespace {

Metric flag(std::string name, bool is_set) { return {std::move(name), is_set ? 1.0 : 0.0, "flag", "attribute", ""}; }

void add_state(std::vector<Metric>& metrics, const Health& health) {
  const auto add = [&](const char* name, const std::optional<double>& value, const char* unit) {
    metrics.push_back({name, value, unit, "attribute", value ? "" : "this GPU does not report it"});
  };
  if (const auto& state = health.state) {
    add(kPower, state->power_w, "W");
    add("temperature_c", state->temperature_c, "C");
    add("memory_clock_mhz", state->memory_clock_mhz, "MHz");
    add("pstate", state->pstate, "1");
  } else if (!health.why_no_state.empty()) {
    metrics.push_back({kPower, std::nullopt, "W", "attribute", health.why_no_state});
  }
}

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
  add_state(metrics, health);
  return metrics;
}

}  // namespace warpledger
