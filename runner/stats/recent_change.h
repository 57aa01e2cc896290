#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/change_points.h"
#include "stats/past_suspicions.h"

namespace warpledger {

/// What the newest part of a series shows.
struct RecentChange {
  std::size_t index = 0;   ///< of the first value of the new level
  double before = 0;       ///< median
  double after = 0;        ///< median
  double probability = 1;  ///< that a series without any change shows one so clear, by either test; Bonferroni's bound
  bool is_suspected = false;  ///< a Suspicion, not yet a ChangePoint
  double deviations = 0;      ///< of a Suspicion
};

/// The largest of `changes`, all those of the series, at `first` or later; where there is none, what is suspected
/// there. Both tests look at the whole series, so that the probability is one of the series, for a correction over many
/// series.
std::optional<RecentChange> recent_change(std::span<const double> values, std::span<const ChangePoint> changes,
                                          std::size_t first, const ChangePointOptions& options);

/// Which of `found` hold when the ends of `tested` series were looked at: by Benjamini and Hochberg's procedure at
/// `level`, with the probabilities of suspicions as `tail` corrects them. In their order.
std::vector<bool> holding_changes(std::span<const RecentChange> found, const NoiseTail& tail, std::size_t tested,
                                  double level);

/// By how much of the larger level they differ, below 0 where it fell: of levels of one sign, between -1 and 1.
double size_of_change(double before, double after);

}  // namespace warpledger
