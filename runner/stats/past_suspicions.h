#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "stats/change_points.h"

namespace warpledger {

/// Distribution of past suspicions that were not confirmed.
class NoiseTail {
 public:
  /// `deviations` of the suspicions among `tested` pairs of a series and a run.
  NoiseTail(std::vector<double> deviations, std::size_t tested);

  /// Returns the larger of `probability` and the share of past runs with a suspicion of at least as many deviations.
  /// Real noise may have longer tails than a normal distribution, and runs may be correlated.
  double corrected(double probability, double deviations) const;

 private:
  std::vector<double> deviations_;  ///< ascending
  std::size_t tested_;
};

/// Finds past suspicions in many series. Each run before the period is tested as if it were the newest, against the
/// runs since the last change. Values after a confirmed change are tested only against the new level.
class PastSuspicions {
 public:
  /// `runs` has the run of each value, and `changes` the changes of the series. Values from `first` on are not past.
  void add(std::span<const double> values, std::span<const std::int64_t> runs, std::size_t first,
           std::span<const ChangePoint> changes, const ChangePointOptions& options);

  /// Excludes runs in which at least five series and a fifth of all are suspicious: something happened to the device.
  NoiseTail tail() const;

 private:
  std::map<std::int64_t, std::size_t> tested_;              ///< number of series by run
  std::map<std::int64_t, std::vector<double>> suspicions_;  ///< deviations by run
};

}  // namespace warpledger
