#include "backend_cuda/counter_plan.h"

#include <algorithm>

#include "backend_cuda/counter_choice.h"
#include "backend_cuda/cupti_check.h"
#include "backend_cuda/profiler_host.h"

namespace warpledger {

CounterPlan plan_counters(const std::string& chip, std::span<const MetricRequest> requests) {
  try {
    return choose_counters(chip, {}, requests);
  } catch (const CuptiFailure& failure) {
    // CUPTI lists chips that it supports only with a newer driver, or not on this kind of machine.
    CounterPlan plan;
    plan.counters.assign(requests.size(), {std::nullopt, chip + ": " + failure.what()});
    return plan;
  }
}

std::vector<ChipCounter> chip_counters(const std::string& chip) {
  const ProfilerHost host(chip);
  std::vector<ChipCounter> counters;
  for (const std::string& name : host.base_names())
    if (name.find('.') == std::string::npos) counters.push_back(host.describe(name));
  std::sort(counters.begin(), counters.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return counters;
}

}  // namespace warpledger
