#pragma once

#include <optional>
#include <span>

namespace warpledger {

/// With a confidence interval. 1 means no change.
struct Ratio {
  double value = 1;
  double lower = 1;
  double upper = 1;
};

/// Returns the smallest gap between different samples, or 0 if all are equal. CUDA events have steps of 32 ns or more,
/// so that medians of short kernels tie. At most 500 ns, the resolution that CUDA states: wider gaps have other causes.
double timer_step(std::span<const double> before, std::span<const double> after);

/// Returns the geometric mean of positive `ratios`. Its interval, by Student's t on their logarithms, is for other
/// points of the same kind; that of one ratio is 0 to infinity. Absent without ratios.
std::optional<Ratio> geometric_mean(std::span<const double> ratios, double confidence);

}  // namespace warpledger
