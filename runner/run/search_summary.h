#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/result.h"
#include "plan/plan.h"
#include "search/strategy.h"
#include "stats/median_interval.h"

namespace warpledger {

/// Median time of an ok point; absent if it has none.
std::optional<double> median_ns_of(const Result& result);

/// The fastest correct measured point of a problem.
struct BestPoint {
  std::int64_t ordinal = 0;
  std::string point;  ///< identity
  double median_us = 0;
  std::optional<MedianInterval> interval_us;  ///< at 95 %; absent if there are too few samples
  std::int64_t samples = 0;
  std::int64_t as_fast = 0;  ///< other points that compare() does not find slower
};

/// Result of a search for one problem.
struct SearchedProblem {
  std::string problem;  ///< "d_l=4 n_l=65536"
  std::int64_t points = 0;
  std::int64_t measured = 0;
  std::optional<BestPoint> best;  ///< absent if no point is ok
  std::int64_t top = 0;           ///< number of points in the best 1 %
  /// Chance that `measured` random points include one of the `top` best. Absent unless the strategy draws at random.
  std::optional<double> chance_of_top;
};

struct SearchSummary {
  StrategyKind strategy = StrategyKind::random;
  std::vector<SearchedProblem> problems;
};

/// `results` holds all measured points.
SearchSummary summary_of(const Plan& plan, StrategyKind strategy, std::span<const Result> results);

/// Text on the first problems; ends with a newline.
std::string text_of(const SearchSummary& summary);

nlohmann::ordered_json json_of(const SearchSummary& summary);

}  // namespace warpledger
