#include "search/grid_search.h"

#include <limits>
#include <map>
#include <utility>

#include "plan/problems.h"

namespace warpledger {
namespace {

/// Numbers the values that points have on each axis.
class ValueIndex {
 public:
  /// SearchSpace::kNone if Plan::coordinates() says that the point lacks the axis.
  std::uint32_t of(std::size_t axis, const std::vector<double>& value) {
    if (axis == known_.size()) known_.push_back({{none_of(value.size()), SearchSpace::kNone}});
    std::map<std::vector<double>, std::uint32_t>& known = known_[axis];
    return known.try_emplace(value, static_cast<std::uint32_t>(known.size())).first->second;
  }

 private:
  static std::vector<double> none_of(std::size_t numbers) {
    return std::vector<double>(numbers, -std::numeric_limits<double>::infinity());
  }

  std::vector<std::map<std::vector<double>, std::uint32_t>> known_;
};

SearchSpace space_of(const Plan& plan, const std::vector<std::int64_t>& ordinals) {
  ValueIndex index;
  std::vector<std::vector<std::uint32_t>> columns;
  for (const std::int64_t ordinal : ordinals) {
    const std::vector<std::vector<double>> coordinates = plan.coordinates(ordinal);
    columns.resize(coordinates.size());
    for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
      columns[axis].push_back(index.of(axis, coordinates[axis]));
  }
  return SearchSpace(std::move(columns));
}

}  // namespace

GridSearch::GridSearch(const Plan& plan, StrategyKind kind, std::uint64_t seed)
    : places_(static_cast<std::size_t>(plan.size())) {
  for (std::vector<std::int64_t>& ordinals : points_by_problem(plan)) {
    for (std::size_t i = 0; i < ordinals.size(); ++i)
      places_[static_cast<std::size_t>(ordinals[i])] = {static_cast<std::uint32_t>(problems_.size()),
                                                        static_cast<std::uint32_t>(i)};
    SearchSpace space = space_of(plan, ordinals);
    problems_.push_back({std::move(ordinals), std::move(space)});
  }
  RandomEngine seeds(seed);
  for (Problem& problem : problems_) problem.strategy = make_strategy(kind, problem.space, seeds());
}

std::optional<std::int64_t> GridSearch::ask() {
  for (std::size_t skipped = 0; skipped < problems_.size(); ++skipped) {
    Problem& problem = problems_[turn_];
    turn_ = (turn_ + 1) % problems_.size();
    if (const auto point = problem.strategy->ask()) return problem.ordinals[*point];
  }
  return std::nullopt;
}

void GridSearch::tell(std::int64_t ordinal, std::optional<double> time) {
  const Place& place = places_.at(static_cast<std::size_t>(ordinal));
  problems_[place.problem].strategy->tell(place.index, time);
}

}  // namespace warpledger
