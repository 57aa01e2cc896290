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
  bool is_reverted = false;   ///< it changed, and is what it was before
};

/// The changes among `changes`, all of the series, that are at `first` or later and before `end`: index and
/// probability are those of the largest one in the direction of all together. Then what is suspected there. None, one
/// or both; both tests look at the whole series, so that the probabilities are of the series, for a correction over
/// many.
std::vector<RecentChange> recent_changes(std::span<const double> values, std::span<const ChangePoint> changes,
                                         std::size_t first, std::size_t end, const ChangePointOptions& options);

/// Whether the newest of `values` look as if they had another level than those since the last of `changes`, all of the
/// series. Where these are few, the values of the level before say how much they vary.
std::optional<Suspicion> newest_suspicion(std::span<const double> values, std::span<const ChangePoint> changes,
                                          const ChangePointOptions& options);

/// Which of `found` hold when the ends of `tested` series were looked at: by Benjamini and Hochberg's procedure at
/// `level`, with the probabilities of suspicions as `tail` corrects them. In their order.
std::vector<bool> holding_changes(std::span<const RecentChange> found, const NoiseTail& tail, std::size_t tested,
                                  double level);

/// By how much of the larger level they differ, below 0 where it fell: of levels of one sign, between -1 and 1.
double size_of_change(double before, double after);

/// By how much of the level before they differ: 0.05 where it rose by 5 %, also below 0. Absent where it was 0.
std::optional<double> relative_change(double before, double after);

}  // namespace warpledger
