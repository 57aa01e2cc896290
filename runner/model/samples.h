#pragma once

#include <span>
#include <string>

namespace warpledger {

/// True if a launch can take `ns`: finite, positive, and less than 1e18 ns, which are 31 years.
bool is_launch_time(double ns);

/// True if a clock can be `mhz`: positive and at most 1e5.
bool is_clock(double mhz);

/// The first of `times_ns` that is_launch_time() rejects, or of `clocks_mhz` that is neither a clock nor NaN, which
/// means that it was not read: "sample 10 is 0 ns", from 0. Empty when there is none.
std::string impossible_sample(std::span<const double> times_ns, std::span<const double> clocks_mhz);

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
