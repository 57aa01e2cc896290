#pragma once

#include <span>

namespace warpledger {

/// The q-quantile (0 <= q <= 1) by linear interpolation between order statistics (type 7 of Hyndman & Fan, 1996).
/// NaN when `values` is empty.
double quantile(std::span<const double> values, double q);

/// quantile(values, 0.5).
double median(std::span<const double> values);

/// Relative standard error of the median, from the order statistics half a root of n around it: whatever the
/// distribution, the true median is between them with the probability of one standard deviation (David & Nagaraja,
/// Order Statistics, 2003, section 7.1). Times with two humps have a wide gap there, which formulas for a normal
/// distribution miss. Infinite below two values.
double relative_error_of_median(std::span<const double> values);

}  // namespace warpledger
