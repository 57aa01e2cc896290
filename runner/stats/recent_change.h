#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/change_points.h"
#include "stats/past_suspicions.h"

namespace warpledger {

/// A change in the newest part of a series.
struct RecentChange {
  std::size_t index = 0;      ///< of the first value of the new level
  double before = 0;          ///< median
  double after = 0;           ///< median
  double probability = 1;     ///< that either test finds as clear a change in an unchanged series; Bonferroni's bound
  bool is_suspected = false;  ///< a Suspicion, not a ChangePoint
  double deviations = 0;      ///< of a Suspicion
  bool is_reverted = false;   ///< the level changed and returned
};

/// Returns the changes of a series in [first, end): at most one for `changes`, which are those of the whole series, and
/// one for a suspicion. Several changes are combined; index and probability are those of the largest step in the
/// overall direction. Both tests use the whole series, so that probabilities can be corrected for the number of series.
std::vector<RecentChange> recent_changes(std::span<const double> values, std::span<const ChangePoint> changes,
                                         std::size_t first, std::size_t end, const ChangePointOptions& options);

/// Returns a suspicion that the newest values left the level since the last of `changes`, which are those of the whole
/// series. If that level has few values, its noise is estimated from the previous level.
std::optional<Suspicion> newest_suspicion(std::span<const double> values, std::span<const ChangePoint> changes,
                                          const ChangePointOptions& options);

/// Returns which of `found` remain significant among `tested` series by Benjamini and Hochberg's procedure at `level`,
/// in their order. Probabilities of suspicions are corrected by `tail`.
std::vector<bool> holding_changes(std::span<const RecentChange> found, const NoiseTail& tail, std::size_t tested,
                                  double level);

/// Returns (after - before) / larger size; between -1 and 1 for levels of the same sign.
double size_of_change(double before, double after);

/// Returns the change relative to `before`, such as 0.05 for a rise by 5 %, also below 0; nullopt if `before` is 0.
std::optional<double> relative_change(double before, double after);

}  // namespace warpledger
