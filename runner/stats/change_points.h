#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace warpledger {

struct ChangePoint {
  std::size_t index = 0;   ///< of the first value of the new level
  double before = 0;       ///< median since the previous change
  double after = 0;        ///< median until the next change
  double probability = 1;  ///< of such a step in a series without changes; Bonferroni's bound
};

struct ChangePointOptions {
  std::size_t shortest_segment = 5;  ///< shorter levels are outliers
  double least_change = 0.01;        ///< relative; smaller ones are ignored
  double false_alarms = 0.05;        ///< maximum share of unchanged series with a step
  bool heeds_dependence = true;      ///< false: neighbouring values are independent
};

/// Returns the lasting changes of a series in the order of time. Deterministic.
///
/// Binary segmentation over seeded intervals (Kovacs, Buehlmann, Li & Munk, "Seeded binary segmentation", Biometrika
/// 110, 2023, after Fryzlewicz, "Wild binary segmentation", Ann. Statist. 42, 2014). The statistic of an interval is
/// its largest standardized difference of means. Residuals are clipped at 3 standard deviations (Huber), so that a
/// spike is not a step. Probabilities are tails of a maximally selected statistic (Miller & Siegmund, Biometrics 38,
/// 1982). Each interval length gets the same share of false alarms. The noise is that of differences of neighbours
/// (median absolute deviation), which steps do not inflate.
///
/// Finally, each change is placed and tested again between its neighbours, with noise_of_levels() if that is larger:
/// differences of neighbours miss correlated noise.
std::vector<ChangePoint> find_change_points(std::span<const double> values, const ChangePointOptions& options);

struct Step {
  std::size_t index = 0;   ///< of the first value after it
  double probability = 1;  ///< of such a step anywhere in values without one; 1 if there is no step
};

/// Leaves at least `shortest` values on each side. `noise` is the standard deviation, above 0; values are clipped at 3
/// times that around their median.
Step clearest_step(std::span<const double> values, double noise, std::size_t shortest);

/// Returns the standard deviation of independent values around rarely changing levels, from the median absolute
/// deviation of neighbours' differences; 0 for fewer than two values.
double noise_between_neighbours(std::span<const double> values);

/// Returns the standard deviation of independent values whose mean varies as much as that of these dependent ones: that
/// of `residuals` times sqrt((1 + r) / (1 - r)). r is the correlation of neighbours, or 0 if it may be chance.
/// Residuals are clipped at 3 robust deviations or the size that one in ten exceeds, whichever is larger. Both are
/// corrected for the `levels` estimated levels. 0 for too few residuals.
double noise_of_levels(std::span<const double> residuals, std::size_t levels);

/// The newest values seem to have another level, but are too few for a ChangePoint.
struct Suspicion {
  std::size_t index = 0;   ///< of the first suspicious value
  double before = 0;       ///< median of the current level
  double after = 0;        ///< median of the suspicious values
  double probability = 1;  ///< of such newest values at the old level; Bonferroni's bound
  double deviations = 0;   ///< between the levels, in standard errors
};

/// Minimum number of earlier values.
inline constexpr std::size_t kFewestEarlier = 10;

struct SuspicionOptions {
  std::size_t shortest_segment = 5;  ///< from this many on, they are tested as a change
  double least_change = 0.01;        ///< relative; smaller ones are ignored
  double false_alarms = 0.01;        ///< maximum share of unchanged series with a suspicion
};

/// Returns the longest suspicion, shorter than the shortest segment. `level` has the values since the last change. Each
/// suspicious value must be nearer to the suspicious values' median than to the earlier ones'. That median must be
/// outside the range of the earlier values and significant by Student's t, with the deviation times sqrt((1 + r) / (1 -
/// r)) for two values or more (r: correlation of neighbours). Returns nullopt for fewer than kFewestEarlier earlier
/// values.
std::optional<Suspicion> suspicion_of(std::span<const double> level, const SuspicionOptions& options);

}  // namespace warpledger
