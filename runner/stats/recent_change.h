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
  double probability = 1;     ///< of so clear a change in an unchanged series, by either test; Bonferroni's bound
  bool is_suspected = false;  ///< a Suspicion, not a ChangePoint
  double deviations = 0;      ///< of a Suspicion
  bool is_reverted = false;   ///< changed and returned
};

/// Returns at most one change in [first, end) and one suspicion. `changes` are those of the whole series. Several are
/// combined: index and probability are those of the largest step in the overall direction. Both tests use the whole
/// series, so that probabilities can be corrected for the number of series.
std::vector<RecentChange> recent_changes(std::span<const double> values, std::span<const ChangePoint> changes,
                                         std::size_t first, std::size_t end, const ChangePointOptions& options);

/// Tests the newest values against those since the last of `changes`, which are those of the whole series. If these are
/// few, the previous level determines the noise.
std::optional<Suspicion> newest_suspicion(std::span<const double> values, std::span<const ChangePoint> changes,
                                          const ChangePointOptions& options);

/// Returns which of `found` remain significant among `tested` series by Benjamini and Hochberg's procedure at `level`.
/// `tail` corrects the probabilities of suspicions.
std::vector<bool> holding_changes(std::span<const RecentChange> found, const NoiseTail& tail, std::size_t tested,
                                  double level);

/// Relative to the larger level; between -1 and 1 for levels of one sign.
double size_of_change(double before, double after);

/// Relative to `before`: 0.05 for a rise by 5 %, also below 0. Absent if `before` is 0.
std::optional<double> relative_change(double before, double after);

}  // namespace warpledger
