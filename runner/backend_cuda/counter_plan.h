#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/chip_counter.h"
#include "model/metric.h"

namespace warpledger {

/// The counter that supplies a metric on a chip, or why none does.
struct ChosenCounter {
  std::optional<CounterChoice> choice;
  std::string reason;  ///< "GH100 has none of: a.sum, b.sum"; empty when there is a choice
};

/// How a list of metrics is collected on a chip.
struct CounterPlan {
  std::vector<ChosenCounter> counters;  ///< one a request, in the order of the requests
  int passes = 0;                       ///< how often each launch has to run to collect them all; 0 when there are none
};

/// Chooses for each request one of its counters that the chip has, so that together they take few passes: the fewest
/// possible where at most 64 combinations have to be compared (cheapest_pick.h has the search). Among equals, counters
/// that stand earlier in their request are taken. Asks CUPTI's tables: needs no GPU and no driver. Throws Error when
/// `chip` is none of known_chips().
CounterPlan plan_counters(const std::string& chip, std::span<const MetricRequest> requests);

/// All counters of a chip, sorted by name, but those of CUPTI's triage sets ("SM_A.TriageCompute.…"), which are there
/// under their plain names too. Throws like plan_counters.
std::vector<ChipCounter> chip_counters(const std::string& chip);

/// The chips that plan_counters knows, as CUPTI names them: "GA100", "AD102", "GH100"... Throws Error without the
/// toolkit.
std::vector<std::string> known_chips();

}  // namespace warpledger
