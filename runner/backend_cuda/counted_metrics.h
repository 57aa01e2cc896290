#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/counter_plan.h"

namespace warpledger {

/// What the counters of one launch read, by name.
using CounterValues = std::map<std::string, double>;

/// The metrics of one launch: `chosen` has one counter, or a reason, for each of `requests`; `values` has all counters
/// of `chosen`. A metric whose counter leaves out what the launch did is absent, with that reason.
std::vector<Metric> counted_metrics(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                    const CounterValues& values);

/// All of `requests` absent for one reason.
std::vector<Metric> absent_metrics(std::span<const MetricRequest> requests, const std::string& reason);

/// The numbers of the requests whose counter leaves out something in this launch, and which name others that always
/// hold.
std::vector<std::size_t> to_count_again(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                        const CounterValues& values);

/// `request` with those of its counters that always hold.
MetricRequest unconditional(MetricRequest request);

}  // namespace warpledger
