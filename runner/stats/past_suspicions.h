#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "stats/change_points.h"

namespace warpledger {

/// How clear suspicions are that nothing came of.
class NoiseTail {
 public:
  /// The `deviations` of the suspicions among `tested` runs of series.
  NoiseTail(std::vector<double> deviations, std::size_t tested);

  /// `probability` of a suspicion, or the share of past runs that were suspected with as many deviations, where that is
  /// larger: the noise may have a longer tail than a normal distribution, and its runs may depend on each other.
  double corrected(double probability, double deviations) const;

 private:
  std::vector<double> deviations_;  ///< from the least
  std::size_t tested_;
};

/// Looks at many series for the suspicions of their past: each run before the period is tested as if it were the
/// newest, against those since the change before it. What a later change confirms is no run of the level that is
/// tested.
class PastSuspicions {
 public:
  /// `runs` says which run each of `values` is of, and `changes` where the series changed; values from `first` on are
  /// not past.
  void add(std::span<const double> values, std::span<const std::int64_t> runs, std::size_t first,
           std::span<const ChangePoint> changes, const ChangePointOptions& options);

  /// Without runs in which a fifth of at least five series is suspected at once: something happened to the device.
  NoiseTail tail() const;

 private:
  std::map<std::int64_t, std::size_t> tested_;              ///< series, by run
  std::map<std::int64_t, std::vector<double>> suspicions_;  ///< their deviations, by run
};

}  // namespace warpledger
