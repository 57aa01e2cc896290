#include "stats/past_suspicions.h"

#include <algorithm>

namespace warpledger {
namespace {

// Minimum number of earlier values for a past run. With fewer, correlated noise gives large deviations.
constexpr std::size_t kFewestEarlierOfPast = 30;

}  // namespace

NoiseTail::NoiseTail(std::vector<double> deviations, std::size_t tested)
    : deviations_(std::move(deviations)), tested_(tested) {
  std::sort(deviations_.begin(), deviations_.end());
}

double NoiseTail::corrected(double probability, double deviations) const {
  const auto as_clear = std::lower_bound(deviations_.begin(), deviations_.end(), deviations);
  if (as_clear == deviations_.end()) return probability;
  const auto count = static_cast<double>(deviations_.end() - as_clear);
  return std::max(probability, std::min(1.0, (count + 1) / static_cast<double>(tested_ + 1)));
}

void PastSuspicions::add(std::span<const double> values, std::span<const std::int64_t> runs, std::size_t first,
                         std::span<const ChangePoint> changes, const ChangePointOptions& options) {
  const SuspicionOptions how{.shortest_segment = options.shortest_segment, .least_change = options.least_change};
  std::size_t level = 0, next = 0;
  for (std::size_t i = 0; i < std::min(first, values.size()); ++i) {
    if (next < changes.size() && changes[next].index == i) level = changes[next++].index;
    const auto values_of_level = values.subspan(level, i + 1 - level);
    if (values_of_level.size() <= kFewestEarlierOfPast) continue;
    ++tested_[runs[i]];
    if (const auto found = suspicion_of(values_of_level, how)) suspicions_[runs[i]].push_back(found->deviations);
  }
}

NoiseTail PastSuspicions::tail() const {
  constexpr std::size_t kFewest = 5;
  constexpr double kShare = 0.2;
  std::vector<double> deviations;
  std::size_t tested = 0;
  for (const auto& [run, count] : tested_) {
    const auto found = suspicions_.find(run);
    const std::size_t suspected = found == suspicions_.end() ? 0 : found->second.size();
    if (suspected >= kFewest && static_cast<double>(suspected) >= kShare * static_cast<double>(count)) continue;
    tested += count;
    if (suspected > 0) deviations.insert(deviations.end(), found->second.begin(), found->second.end());
  }
  return {std::move(deviations), tested};
}

}  // namespace warpledger
