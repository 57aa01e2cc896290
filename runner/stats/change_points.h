#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace warpledger {

/// From `index` on, a series has another level.
struct ChangePoint {
  std::size_t index = 0;   ///< of the first value of the new level
  double before = 0;       ///< median of the values since the change before
  double after = 0;        ///< median of the values until the next change
  double probability = 1;  ///< of so clear a step anywhere in a series without any; Bonferroni's bound
};

struct ChangePointOptions {
  std::size_t shortest_segment = 5;  ///< a level holds for at least so many values: what is shorter are outliers
  double least_change = 0.01;        ///< relative: a smaller step is of no interest
  double false_alarms = 0.05;        ///< at most so large a share of series without a step get one
  bool heeds_dependence = true;      ///< false: neighbouring values are known to be independent
};

/// Where the level of `values`, which are in the order of time, changes for good. Deterministic.
///
/// Binary segmentation over seeded intervals (Kovacs, Buehlmann, Li & Munk, "Seeded binary segmentation", Biometrika
/// 110, 2023, after Fryzlewicz, "Wild binary segmentation", Ann. Statist. 42, 2014). An interval's statistic is the
/// largest standardized difference of means over its splits, of residuals that are clipped at 3 standard deviations
/// (Huber), so that a spike cannot make a step. Its probability without a step is the tail of a maximally selected
/// statistic (Miller & Siegmund, Biometrics 38, 1982), with each length of interval given the same share of the false
/// alarms. The noise is that of differences of neighbouring values (median absolute deviation), which steps do not
/// inflate. Every find is then placed and tested anew between its neighbours, with noise_of_levels() where that is
/// larger: noise that lasts from run to run hides in differences of neighbours.
std::vector<ChangePoint> find_change_points(std::span<const double> values, const ChangePointOptions& options);

/// The clearest step within a piece of a series.
struct Step {
  std::size_t index = 0;   ///< of the first value after it, within the piece
  double probability = 1;  ///< that so clear a step is seen at any of the places when there is none
};

/// The clearest step of `values` with at least `shortest` values on each side; probability 1 when there is no place for
/// one. `noise` is the standard deviation of the values, above 0. Values are clipped at 3 of it around their median.
Step clearest_step(std::span<const double> values, double noise, std::size_t shortest);

/// The standard deviation of independent values around levels that rarely change, by the median absolute deviation of
/// differences of neighbours; 0 below two values.
double noise_between_neighbours(std::span<const double> values);

/// How much the mean of dependent values varies, as the standard deviation that independent ones would have: that of
/// `residuals`, clipped at 3 robust ones but not below the size that nine in ten have, times sqrt((1 + r) / (1 - r)),
/// where r is the correlation of neighbours, 0 when chance may make it. Both are corrected for `levels` estimated
/// levels. 0 when there are not enough residuals.
double noise_of_levels(std::span<const double> residuals, std::size_t levels);

/// The newest values of a series look as if it had another level, but are too few for a change point.
struct Suspicion {
  std::size_t index = 0;   ///< of the first value that is suspected
  double before = 0;       ///< median of the values of the present level
  double after = 0;        ///< median of the newest values
  double probability = 1;  ///< that the level as it was gives such values, however many; Bonferroni's bound
  double deviations = 0;   ///< between the levels, of what the newer one may deviate by
};

/// A level of fewer values says too little of what the next one may be.
inline constexpr std::size_t kFewestEarlier = 10;

struct SuspicionOptions {
  std::size_t shortest_segment = 5;  ///< so many values are no longer suspected but tested as a change
  double least_change = 0.01;        ///< relative: a smaller difference is of no interest
  double false_alarms = 0.01;        ///< at most so large a share of series without a change are suspected
};

/// The most newest values of `level`, fewer than the shortest segment, that do not belong to those before: `level` has
/// the values since the last change, in the order of time. Each is nearer to their median than to that of the earlier
/// values; their median is beyond all earlier values, and beyond what Student's t allows with the deviation of these
/// values (times sqrt((1 + r) / (1 - r)) for two values and more, where r is the correlation of neighbours). Absent
/// below kFewestEarlier earlier values.
std::optional<Suspicion> suspicion_of(std::span<const double> level, const SuspicionOptions& options);

}  // namespace warpledger
