#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "stats/ratio.h"

namespace warpledger {

/// after / before of two sets of launch times.
struct Shift {
  Ratio ratio;
  double log_error = 0;   ///< standard error of the logarithm of the ratio
  double freedom = 1;     ///< degrees of freedom of `log_error`, for Student's t
  double dependence = 1;  ///< see dependence_of()
};

/// Minimum per side.
inline constexpr std::size_t kFewestSamples = 5;

/// Returns the median of all ratios after / before (Hodges & Lehmann, "Estimates of location based on rank tests", Ann.
/// Math. Statist. 34, 1963). The interval is that of the Mann-Whitney test for independent samples of any distribution,
/// widened by the square root of dependence_of(), Student's t for the number of independent samples, and one
/// timer_step(). Samples are positive, in the order of measurement, at least kFewestSamples per side; 0 < confidence <
/// 1.
Shift shift_of(std::span<const double> before, std::span<const double> after, double confidence);

/// Estimates half of the relative interval between these samples and an identical run: compares their halves, divided
/// by sqrt(2). Infinite for fewer than 10 samples.
double half_width_beside_twin(std::span<const double> samples, double confidence);

/// Returns the probability of such a shift for identical code, if runs also differ by the standard deviation
/// `run_error` of a logarithm. Uses half the interval's degrees of freedom, because in the far tail it matters how well
/// the dependence is known. With all of them, Holm's correction at 1 % over 100 points of identical code, 20 samples a
/// side, gives false alarms on 16.5 of 100 nights if samples correlate by 0.9, and on 2.0 if by 0.6; with half, on 3.5
/// and 0.5 (200 nights). So a point may be SLOWER at 99 % with a probability above 0.01.
double probability_of(const Shift& shift, double run_error);

/// All differences between logarithms of `after` and `before`. They are never listed, as there may be millions. Values
/// must be positive and finite, at least one per side; others give meaningless numbers in as many steps.
class PairwiseDifferences {
 public:
  PairwiseDifferences(std::span<const double> before, std::span<const double> after);

  double median() const;

  /// Interval by the Mann-Whitney test at `z` standard deviations, for independent values of any distribution. With too
  /// few values it spans all differences.
  std::pair<double, double> interval(double z) const;

 private:
  double at(double rank) const;
  double count_up_to(double limit) const;

  std::vector<double> before_, after_;
  double count_ = 0;
};

}  // namespace warpledger
