#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace warpledger {

/// The newest values of a series look as if it had another level, but are too few for a change point.
struct Suspicion {
  std::size_t index = 0;   ///< of the first value that is suspected
  double before = 0;       ///< median of the values of the present level
  double after = 0;        ///< median of the newest values
  double probability = 1;  ///< that the level as it was gives such values
};

struct SuspicionOptions {
  std::size_t shortest_segment = 5;  ///< so many values are no longer suspected but tested as a change
  double least_change = 0.01;        ///< relative: a smaller difference is of no interest
  double false_alarms = 0.01;        ///< at most so large a share of series without a change are suspected
};

/// The most newest values of `level`, fewer than the shortest segment, that do not belong to those before: `level` has
/// the values since the last change, in the order of time. Each is nearer to their median than to that of the earlier
/// values; their median is beyond all earlier values, and beyond what
/// Student's t allows with the deviation of these values (times sqrt((1 + r) / (1 - r)) for two values and more, where
/// r is the correlation of neighbours). Absent below 10 earlier values.
std::optional<Suspicion> suspicion_of(std::span<const double> level, const SuspicionOptions& options);

}  // namespace warpledger
