#include "run/searched_points.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace warpledger {

Budget rest_of(const Budget& budget, std::span<const Result> results) {
  Budget rest = budget;
  if (rest.points) *rest.points -= static_cast<std::int64_t>(results.size());
  if (rest.time_s)
    for (const Result& result : results) *rest.time_s -= result.wall_s;
  return rest;
}

bool is_spent(const Budget& budget) { return budget.points.value_or(1) <= 0 || budget.time_s.value_or(1) <= 0; }

SearchedPoints::SearchedPoints(const Plan& plan, const SearchRequest& request, std::uint64_t seed,
                               std::vector<Result> before)
    : plan_(plan), request_(request), search_(plan, request.strategy, seed), results_(std::move(before)) {
  for (const Result& result : results_) tell(result);
}

std::optional<std::int64_t> SearchedPoints::next() {
  if (!since_first_) since_first_.emplace();
  const Budget& budget = request_.budget;
  if (budget.points && begun_ >= *budget.points) return std::nullopt;
  if (budget.time_s && since_first_->elapsed_s() >= *budget.time_s) return std::nullopt;
  ++begun_;
  return search_.ask();
}

void SearchedPoints::measured(const Result& result) {
  tell(result);
  results_.push_back({.ordinal = result.ordinal, .outcome = result.outcome, .timing = result.timing});
}

void SearchedPoints::tell(const Result& result) { search_.tell(result.ordinal, median_ns_of(result)); }

std::string SearchedPoints::left_out() const {
  if (points_left() == 0) return "";
  return fmt::format("a search ({}, {}) left out {} point{}", name_of(request_.strategy), request_.budget.text,
                     with_thousands(points_left()), points_left() == 1 ? "" : "s");
}

std::int64_t SearchedPoints::most_points() const {
  return std::min(points_left(), request_.budget.points.value_or(points_left()));
}

std::optional<SearchSummary> SearchedPoints::summary() const { return summary_of(plan_, request_.strategy, results_); }

}  // namespace warpledger
