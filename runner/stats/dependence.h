#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace warpledger {

/// How many samples tell as much as an independent one, at least 1; both sides are in the order of measurement and have
/// two samples or more. It is the integrated autocorrelation time of the ranks of both sides together (the initial
/// positive sequence of Geyer, "Practical Markov chain Monte Carlo", Statist. Sci. 7, 1992), and at least that of an
/// autoregressive series whose neighbours correlate by one standard error more than was found: few samples cannot rule
/// out that they depend on each other. Both correct the bias of an estimated mean.
double dependence_of(std::span<const double> before, std::span<const double> after);

/// By how much the second half of the samples differs from the first, as the size of a logarithm; 0 when chance alone
/// makes such a difference in one of five. A run that drifts has no level of its own to compare.
double drift_of(std::span<const double> values);

/// Samples that gather around two levels.
struct TwoHumps {
  double lower = 0;  ///< means of the levels
  double upper = 0;
  std::size_t switches = 0;  ///< how often a sample is at another level than the one before
};

/// Absent unless both levels have a fifth of the samples or more, at least 3, and explain four fifths of the variance.
std::optional<TwoHumps> two_humps_of(std::span<const double> values);

}  // namespace warpledger
