#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace warpledger {

/// A lasting change of a series' level.
struct ChangePoint {
  std::size_t index = 0;   ///< of the first value of the new level
  double before = 0;       ///< median since the previous change
  double after = 0;        ///< median until the next change
  double probability = 1;  ///< that a series without changes shows such a step anywhere; Bonferroni's bound
};

struct ChangePointOptions {
  std::size_t shortest_segment = 5;  ///< shorter levels are outliers
  double least_change = 0.01;        ///< relative; smaller steps are ignored
  double false_alarms = 0.05;        ///< maximum share of series without a step in which one is found
  bool heeds_dependence = true;      ///< false: neighbouring values are known to be independent
};

/// Returns the lasting changes of the level of `values`, which are in the order of time. Deterministic.
///
/// Binary segmentation over seeded intervals (Kovacs, Buehlmann, Li & Munk, "Seeded binary segmentation", Biometrika
/// 110, 2023, after Fryzlewicz, "Wild binary segmentation", Ann. Statist. 42, 2014). The statistic of an interval is
/// the largest standardized difference of means over its splits. Residuals are clipped at 3 standard deviations
/// (Huber), so that a spike is not a step. Its probability without a step is the tail of a maximally selected statistic
/// (Miller & Siegmund, Biometrics 38, 1982). Each interval length gets the same share of false alarms. The noise is
/// estimated from differences of neighbouring values (median absolute deviation), which steps do not inflate.
///
/// Finally, each change is placed and tested again between its neighbours. This uses noise_of_levels() if that is
/// larger, because differences of neighbours miss correlated noise.
std::vector<ChangePoint> find_change_points(std::span<const double> values, const ChangePointOptions& options);

struct Step {
  std::size_t index = 0;   ///< of the first value after the step, within the part
  double probability = 1;  ///< that the part shows such a step anywhere without having one; 1 if there is no step
};

/// Returns the clearest step with at least `shortest` values on each side. `noise` is the standard deviation of the
/// values, above 0; values are clipped at 3 times that around their median.
Step clearest_step(std::span<const double> values, double noise, std::size_t shortest);

/// Returns the standard deviation of independent values around levels that rarely change, from the median absolute
/// deviation of neighbours' differences; 0 for fewer than two values.
double noise_between_neighbours(std::span<const double> values);

/// Returns the standard deviation of independent values whose mean would vary as much as the mean of these dependent
/// ones. This is the deviation of `residuals` times sqrt((1 + r) / (1 - r)), where r is the correlation of neighbours,
/// or 0 if that may be chance. Residuals are clipped at 3 robust deviations or at the size that one in ten exceeds,
/// whichever is larger. Both estimates are corrected for the `levels` estimated levels. 0 for too few residuals.
double noise_of_levels(std::span<const double> residuals, std::size_t levels);

/// The newest values seem to have another level, but are too few for a ChangePoint.
struct Suspicion {
  std::size_t index = 0;   ///< of the first suspicious value
  double before = 0;       ///< median of the current level
  double after = 0;        ///< median of the suspicious values
  double probability = 1;  ///< that the old level gives such values, for any number of them; Bonferroni's bound
  double deviations = 0;   ///< distance of the levels in standard errors of the newer one
};

/// Minimum number of earlier values; fewer do not determine what to expect.
inline constexpr std::size_t kFewestEarlier = 10;

struct SuspicionOptions {
  std::size_t shortest_segment = 5;  ///< this many values are tested as a change instead
  double least_change = 0.01;        ///< relative; smaller differences are ignored
  double false_alarms = 0.01;        ///< maximum share of unchanged series with a suspicion
};

/// Returns the largest number of newest values, fewer than the shortest segment, that do not belong to the level before
/// them. `level` has the values since the last change, in the order of time. Each of the newest values must be nearer
/// to their median than to the median of the earlier ones. Their median must lie outside the range of the earlier
/// values and differ significantly by Student's t. For two values or more, the deviation is multiplied by sqrt((1 + r)
/// / (1 - r)) for correlation r of neighbours. Returns nullopt for fewer than kFewestEarlier earlier values.
std::optional<Suspicion> suspicion_of(std::span<const double> level, const SuspicionOptions& options);

}  // namespace warpledger
