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

/// The median time of a point that is ok; nothing where it has no time.
std::optional<double> median_ns_of(const Result& result);

/// The fastest correct point of a problem among those that were measured.
struct BestPoint {
  std::int64_t ordinal = 0;
  std::string point;  ///< its identity
  double median_us = 0;
  std::optional<MedianInterval> interval_us;  ///< at 95 %; absent where the samples are too few
  std::int64_t samples = 0;
  std::int64_t as_fast = 0;  ///< other points that compare() does not find slower
};

/// What a search knows of a problem.
struct SearchedProblem {
  std::string problem;  ///< "d_l=4 n_l=65536"
  std::int64_t points = 0;
  std::int64_t measured = 0;
  std::optional<BestPoint> best;  ///< absent where no point is ok
  std::int64_t top = 0;           ///< the best 1 % of the points are so many
  /// That as many points as were measured hold one of these when they are drawn at random. Absent of a strategy that
  /// draws in another way, whose chance nobody knows.
  std::optional<double> chance_of_top;
};

struct SearchSummary {
  StrategyKind strategy = StrategyKind::random;
  std::vector<SearchedProblem> problems;
};

/// `results`: of all points that were measured.
SearchSummary summary_of(const Plan& plan, StrategyKind strategy, std::span<const Result> results);

/// For a person, of the first problems; ends in a newline.
std::string text_of(const SearchSummary& summary);

nlohmann::ordered_json json_of(const SearchSummary& summary);

}  // namespace warpledger
