#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/counter_plan.h"

namespace warpledger {

/// plan_counters() for one very GPU: `availability` is what ProfilerHost takes. Throws CuptiFailure too.
CounterPlan choose_counters(const std::string& chip, const std::vector<std::uint8_t>& availability,
                            std::span<const MetricRequest> requests);

/// The names of the chosen counters and of those that tell whether they hold, each once, sorted.
std::vector<std::string> counter_names(std::span<const ChosenCounter> chosen);

}  // namespace warpledger
