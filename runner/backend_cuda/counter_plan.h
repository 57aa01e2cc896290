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

/// The counter that supplies a metric on a chip, or why none does.
struct ChosenCounter {
  std::optional<CounterChoice> choice;
  std::string reason;  ///< "GH100 has none of: a.sum, b.sum"; empty when there is a choice
};

/// How a list of metrics is collected on a chip.
struct CounterPlan {
  std::vector<ChosenCounter> counters;  ///< one per request, in the order of the requests
  int passes = 0;                       ///< how often each launch has to run to collect them all; 0 when there are none
};

/// Chooses for each request one of its counters that the chip has, so that together they take few passes: the fewest
/// possible where at most 64 combinations have to be compared. Among equals, counters
/// that stand earlier in their request are taken. Asks CUPTI's tables: needs no GPU and no driver. Throws Error when
/// `chip` is none of known_chips().
CounterPlan plan_counters(const std::string& chip, std::span<const MetricRequest> requests);

/// All counters of a chip, sorted by name, but those of CUPTI's triage sets ("SM_A.TriageCompute.…"), which are there
/// under their plain names too. Throws like plan_counters.
std::vector<ChipCounter> chip_counters(const std::string& chip);

/// The chips that plan_counters knows, as CUPTI names them: "GA100", "AD102", "GH100"... Throws Error without the
/// toolkit.
std::vector<std::string> known_chips();

/// One option of each of several lists, by its number.
using Pick = std::vector<std::size_t>;

/// The pick with the lowest cost. `counts` has the length of each list, all above 0. The search ends at once when a
/// pick costs no more than `lower_bound`, which no pick can undercut.
///
/// Up to 64 picks are all tried: the result is the cheapest, and among equals the first in lexicographic order. Beyond
/// that, each list in turn moves to its cheapest option until nothing improves, from as many starts as the longest list
/// has options (all lists at their first, at their second...); the best result is then made to use the earliest options
/// that cost no more. Such a result is no dearer than any of the starts, but perhaps not the cheapest of all. The
/// result depends on the arguments alone.
Pick cheapest_pick(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost);

/// plan_counters() for one very GPU: `availability` is what ProfilerHost takes. Throws CuptiFailure too.
CounterPlan choose_counters(const std::string& chip, const std::vector<std::uint8_t>& availability,
                            std::span<const MetricRequest> requests);

/// The names of the chosen counters and of those that tell whether they hold, each once, sorted.
std::vector<std::string> counter_names(std::span<const ChosenCounter> chosen);

}  // namespace warpledger
