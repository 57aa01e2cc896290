#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exec/stopwatch.h"
#include "plan/plan.h"
#include "run/budget.h"
#include "run/point_chooser.h"
#include "search/grid_search.h"

namespace warpledger {

struct SearchRequest {
  StrategyKind strategy = StrategyKind::random;
  Budget budget;
};

/// The budget minus these points, or minus the time that they took.
Budget rest_of(const Budget& budget, std::span<const Result> results);

/// True if nothing is left.
bool is_spent(const Budget& budget);

/// Points of a search within its budget. A time budget starts with the first point; the point that runs when it ends is
/// completed.
class SearchedPoints final : public PointChooser {
 public:
  /// `plan` must outlive this. `before` holds results from before a resume, which the budget does not count.
  SearchedPoints(const Plan& plan, const SearchRequest& request, std::uint64_t seed, std::vector<Result> before);

  std::optional<std::int64_t> next() override;
  void measured(const Result& result) override;
  void recorded(std::span<const Job> /*jobs*/, std::span<const Result> /*results*/) override {}
  std::string left_out() const override;
  std::int64_t most_points() const override;
  std::optional<double> most_s() const override { return request_.budget.time_s; }
  std::optional<SearchSummary> summary() const override;

 private:
  void tell(const Result& result);
  std::int64_t points_left() const { return plan_.size() - static_cast<std::int64_t>(results_.size()); }

  const Plan& plan_;
  SearchRequest request_;
  GridSearch search_;
  std::vector<Result> results_;  ///< of the run, without metrics
  std::int64_t begun_ = 0;       ///< counted against the budget
  std::optional<Stopwatch> since_first_;
};

}  // namespace warpledger
