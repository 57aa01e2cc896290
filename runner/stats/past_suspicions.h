#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "stats/change_points.h"

namespace warpledger {

/// Past suspicions that were not confirmed.
class NoiseTail {
 public:
  /// `tested` counts pairs of a series and a run.
  NoiseTail(std::vector<double> deviations, std::size_t tested);

  /// Returns `probability`, or the share of past runs with as many deviations if that is larger: noise may have longer
  /// tails than a normal distribution, and runs may be correlated.
  double corrected(double probability, double deviations) const;

 private:
  std::vector<double> deviations_;  ///< ascending
  std::size_t tested_;
};

/// Tests each past run as if it were the newest, against those since the last change. Values after a confirmed change
/// are tested only against the new level.
class PastSuspicions {
 public:
  /// `runs` has the run of each value. Values from `first` on are not past.
  void add(std::span<const double> values, std::span<const std::int64_t> runs, std::size_t first,
           std::span<const ChangePoint> changes, const ChangePointOptions& options);

  /// Excludes runs in which five series or more, and a fifth of all, are suspicious: something happened to the device.
  NoiseTail tail() const;

 private:
  std::map<std::int64_t, std::size_t> tested_;              ///< series by run
  std::map<std::int64_t, std::vector<double>> suspicions_;  ///< deviations by run
};

}  // namespace warpledger
