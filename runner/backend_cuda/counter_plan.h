#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/metric.h"

namespace warpledger {

struct ChosenCounter {
  std::optional<CounterChoice> choice;
  std::string reason;  ///< "GH100 has none of: a.sum, b.sum"; empty if there is a choice
};

struct CounterPlan {
  std::vector<ChosenCounter> counters;  ///< one per request
  int passes = 0;                       ///< executions of each launch to collect all
};

/// Chooses a counter of the chip for each request so that few passes are needed: the fewest if at most 64 combinations
/// exist. Ties go to counters listed earlier. Needs neither GPU nor driver. Throws Error if `chip` is not one of
/// known_chips().
CounterPlan plan_counters(const std::string& chip, std::span<const MetricRequest> requests);

/// Returns all counters of a chip, sorted by name, without CUPTI's triage sets ("SM_A.TriageCompute.…"), which
/// duplicate others. Throws like plan_counters.
std::vector<ChipCounter> chip_counters(const std::string& chip);

/// Returns CUPTI's names of the known chips: "GA100", "AD102", "GH100"... Throws Error without the toolkit.
std::vector<std::string> known_chips();

using Pick = std::vector<std::size_t>;

/// Returns the pick with the lowest cost. `counts` are the lengths of the lists, all above 0. Stops at a pick that
/// costs at most `lower_bound`.
///
/// Tries up to 64 picks exhaustively; ties go to the first in lexicographic order. With more, coordinate descent starts
/// at all lists' first options, all second options, and so on; the best result then moves to the earliest options of
/// equal or lower cost, and may miss the optimum. Deterministic.
Pick cheapest_pick(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost);

/// plan_counters() for a specific GPU; `availability` as for ProfilerHost. Also throws CuptiFailure.
CounterPlan choose_counters(const std::string& chip, const std::vector<std::uint8_t>& availability,
                            std::span<const MetricRequest> requests);

/// Returns the names of the chosen counters and of those that check their completeness, sorted and unique.
std::vector<std::string> counter_names(std::span<const ChosenCounter> chosen);

}  // namespace warpledger
