#pragma once

#include <span>

namespace warpledger {

/// The q-quantile (0 <= q <= 1) by linear interpolation between order statistics (type 7 of Hyndman & Fan, 1996).
/// NaN when `values` is empty.
double quantile(std::span<const double> values, double q);

/// quantile(values, 0.5).
double median(std::span<const double> values);

/// Relative standard error of the median, robust against outliers: 1.2533 * s / (sqrt(n) * median) with s estimated
/// as IQR / 1.349 (both factors hold for a normal distribution). Infinite below two values.
double relative_error_of_median(std::span<const double> values);

}  // namespace warpledger
