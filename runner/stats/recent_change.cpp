#include "stats/recent_change.h"

#include <algorithm>
#include <cmath>

#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr double kTests = 2;  // for a change and for a suspicion

}  // namespace

double size_of_change(double before, double after) {
  const double larger = std::max(std::abs(before), std::abs(after));
  return larger > 0 ? (after - before) / larger : 0;
}

std::optional<RecentChange> recent_change(std::span<const double> values, std::span<const ChangePoint> changes,
                                          std::size_t first, const ChangePointOptions& options) {
  std::optional<RecentChange> largest;
  for (const ChangePoint& change : changes) {
    if (change.index < first) continue;
    const double size = std::abs(size_of_change(change.before, change.after));
    if (largest && size <= std::abs(size_of_change(largest->before, largest->after))) continue;
    largest = {change.index, change.before, change.after, std::min(1.0, kTests * change.probability), false};
  }
  if (largest) return largest;
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
