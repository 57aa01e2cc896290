#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace warpledger {

/// Returns the number of samples that are worth one independent sample, at least 1. Both sides need two samples or
/// more, in the order of measurement. This is the integrated autocorrelation time of the ranks of both sides together
/// (initial positive sequence of Geyer, "Practical Markov chain Monte Carlo", Statist. Sci. 7, 1992). It is at least
/// that of an autoregressive series whose correlation is one standard error higher, because few samples cannot rule out
/// dependence. Both are corrected for the bias of an estimated mean.
double dependence_of(std::span<const double> before, std::span<const double> after);

/// Returns the difference between the halves of the samples, as the size of a logarithm; 0 if chance gives such a
/// difference in one of five cases. A run that drifts has no stable level to compare.
double drift_of(std::span<const double> values);

/// Bimodal samples.
struct TwoHumps {
  double lower = 0;  ///< mean of each mode
  double upper = 0;
  std::size_t switches = 0;  ///< changes of mode between consecutive samples
};

/// Returns nullopt unless each mode has at least a fifth of the samples and at least 3, and both explain four fifths of
/// the variance.
std::optional<TwoHumps> two_humps_of(std::span<const double> values);

}  // namespace warpledger
