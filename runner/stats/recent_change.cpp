#include "stats/recent_change.h"

#include <algorithm>
#include <cmath>

#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr double kTests = 2;  // for a change and for a suspicion

RecentChange outcome_of(std::span<const ChangePoint> changes, const ChangePointOptions& options) {
  RecentChange outcome{.before = changes.front().before, .after = changes.back().after};
  outcome.is_reverted = std::abs(outcome.after - outcome.before) <= options.least_change * std::abs(outcome.before);
  double largest = 0;
  for (const ChangePoint& change : changes) {
    const double size = size_of_change(change.before, change.after);
    const double along = outcome.after > outcome.before ? size : -size;
    if (!(along > largest)) continue;
    largest = along;
    outcome.index = change.index;
    outcome.probability = std::min(1.0, kTests * change.probability);
  }
  return outcome;
}

}  // namespace

double size_of_change(double before, double after) {
  const double larger = std::max(std::abs(before), std::abs(after));
  return larger > 0 ? (after - before) / larger : 0;
}

std::optional<RecentChange> recent_change(std::span<const double> values, std::span<const ChangePoint> changes,
                                          std::size_t first, const ChangePointOptions& options) {
  const auto of_period = std::ranges::find_if(changes, [&](const auto& change) { return change.index >= first; });
  if (of_period != changes.end()) return outcome_of({of_period, changes.end()}, options);
  const std::size_t level = changes.empty() ? 0 : changes.back().index;
  const auto found = suspicion_of(values.subspan(level),
                                  {.shortest_segment = options.shortest_segment, .least_change = options.least_change});
  if (!found || level + found->index < first) return std::nullopt;
  return RecentChange{
      level + found->index, found->before, found->after, std::min(1.0, kTests * found->probability), true,
      found->deviations};
}

std::vector<bool> holding_changes(std::span<const RecentChange> found, const NoiseTail& tail, std::size_t tested,
                                  double level) {
  std::vector<double> probabilities;
  for (const RecentChange& change : found)
    probabilities.push_back(change.is_suspected ? tail.corrected(change.probability, change.deviations)
                                                : change.probability);
  return holding_by_benjamini_hochberg(probabilities, tested, level);
}

}  // namespace warpledger
