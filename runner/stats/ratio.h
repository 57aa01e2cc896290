#pragma once

#include <optional>
#include <span>

namespace warpledger {

/// A ratio and the interval that holds the true one with the confidence that was asked for. 1 is "no change".
struct Ratio {
  double value = 1;
  double lower = 1;
  double upper = 1;
};

/// The step in which a clock counts, by the smallest gap between two different samples of either side; 0 when all are
/// alike. CUDA's events count in steps of 32 ns or more, so that short kernels have medians that tie. At most 500,
/// which is the resolution [ns] that CUDA states for them: a wider gap has another cause.
double timer_step(std::span<const double> before, std::span<const double> after);

/// The geometric mean of positive `ratios` with an interval over them, by Student's t on their logarithms: what another
/// set of points of the same kind would give. One ratio alone has no interval: it is 0 to infinity. Absent without
/// ratios.
std::optional<Ratio> geometric_mean(std::span<const double> ratios, double confidence);

}  // namespace warpledger
