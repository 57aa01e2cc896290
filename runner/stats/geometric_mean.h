#pragma once

#include <optional>
#include <span>

#include "stats/ratio_of_medians.h"

namespace warpledger {

/// The geometric mean of positive `ratios` with an interval over them, by Student's t on their logarithms: what another
/// set of points of the same kind would give. One ratio alone has no interval: it is 0 to infinity. Absent without
/// ratios.
std::optional<Ratio> geometric_mean(std::span<const double> ratios, double confidence);

}  // namespace warpledger
