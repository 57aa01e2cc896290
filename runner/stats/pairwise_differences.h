#pragma once

#include <span>
#include <utility>
#include <vector>

namespace warpledger {

/// The differences of the logarithm of each value of `after` with that of each of `before`: the logarithms of all
/// ratios of two launch times. Never listed, since there may be millions. All values are positive, at least one on each
/// side.
class PairwiseDifferences {
 public:
  PairwiseDifferences(std::span<const double> before, std::span<const double> after);

  /// The median difference: the Hodges-Lehmann shift (Ann. Math. Statist. 34, 1963).
  double median() const;

  /// The interval of the median that the Mann-Whitney test gives at `z` standard deviations, for independent values of
  /// any distribution; from the smallest to the largest difference where there are too few values.
  std::pair<double, double> interval(double z) const;

 private:
  double at(double rank) const;
  double count_up_to(double limit) const;

  std::vector<double> before_, after_;  ///< sorted logarithms
  double count_ = 0;
};

}  // namespace warpledger
