#pragma once

#include <span>
#include <string>
#include <vector>

#include "backend_cuda/counter_plan.h"
#include "backend_cuda/profiler_host.h"

namespace warpledger {

/// For each request the first of its choices that `host` has, or the reason why none.
std::vector<ChosenCounter> choose_counters(const ProfilerHost& host, std::span<const MetricRequest> requests);

/// The names of the chosen counters, each once, sorted.
std::vector<std::string> counter_names(std::span<const ChosenCounter> chosen);

}  // namespace warpledger
