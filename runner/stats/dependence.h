#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace warpledger {

/// Returns the number of samples worth one independent sample, at least 1. Each side has at least two, in the order of
/// measurement. It is the integrated autocorrelation time of the ranks of both sides (initial positive sequence of
/// Geyer, "Practical Markov chain Monte Carlo", Statist. Sci. 7, 1992). It is at least that of an autoregressive series
/// with a correlation one standard error higher, because few samples cannot rule out dependence. Both are corrected for
/// the bias of an estimated mean.
double dependence_of(std::span<const double> before, std::span<const double> after);

/// Returns the difference of the halves as the size of a logarithm; 0 if chance makes it in one of five cases. A run
/// that drifts has no level to compare.
double drift_of(std::span<const double> values);

/// Bimodal samples.
struct TwoHumps {
  double lower = 0;  ///< mean of each mode
  double upper = 0;
  std::size_t switches = 0;  ///< changes of mode between consecutive samples
};

/// Absent unless each mode has at least a fifth of the samples and 3 of them, and both explain four fifths of the
/// variance.
std::optional<TwoHumps> two_humps_of(std::span<const double> values);

}  // namespace warpledger
