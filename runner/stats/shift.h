#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "stats/ratio.h"

namespace warpledger {

/// after / before of two sets of launch times, and how certain it is.
struct Shift {
  Ratio ratio;
  double log_error = 0;   ///< standard error of the logarithm of the ratio
  double freedom = 1;     ///< degrees of freedom of `log_error`, for Student's t
  double dependence = 1;  ///< how many samples tell as much as an independent one
};

/// With fewer samples on a side there is no shift.
inline constexpr std::size_t kFewestSamples = 5;

/// The median of all ratios after / before (Hodges & Lehmann, "Estimates of location based on rank tests", Ann. Math.
/// Statist. 34, 1963). Its interval is that of the Mann-Whitney test, which holds for independent samples of any
/// distribution, widened around the ratio by the square root of dependence_of() and by Student's t of as many samples
/// as are independent; and by one timer_step(), because a gap of one step may be no gap at all. The samples are in the
/// order of measurement; all are positive, at least kFewestSamples on each side; 0 < confidence < 1.
Shift shift_of(std::span<const double> before, std::span<const double> after, double confidence);

/// What shift_of() of these samples and as many of a run alike would have as half of its interval, relative: from the
/// first half of the samples beside the second, by the root of 2. Infinite below 10 samples.
double half_width_beside_twin(std::span<const double> samples, double confidence);

/// The probability that identical code shows such a shift, from runs that differ by the standard deviation `run_error`
/// of a logarithm besides. It has half the degrees of freedom of the interval: far out in the tail, what counts is how
/// well the dependence is known. With all of them, Holm's correction at 1 % over 100 points of identical code, 20
/// samples a side, rings on 16.5 of 100 nights where samples correlate by 0.9 and on 2.0 by 0.6; with half, on 3.5 and
/// 0.5 (200 nights). So a point may be SLOWER at 99 % whose probability is above 0.01.
double probability_of(const Shift& shift, double run_error);

/// The differences of the logarithm of each value of `after` with that of each of `before`: the logarithms of all
/// ratios of two launch times. Never listed, since there may be millions. All values are positive and finite, at least
/// one on each side; others give no sensible number, in as many steps.
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
