#pragma once

#include <span>
#include <string>

namespace warpledger {

/// True for positive times below 1e18 ns (31 years).
bool is_launch_time(double ns);

/// True for positive clocks up to 1e5 MHz.
bool is_clock(double mhz);

/// Returns the first impossible sample, "sample 10 is 0 ns" (from 0), or "". NaN is a clock that was not read.
std::string impossible_sample(std::span<const double> times_ns, std::span<const double> clocks_mhz);

/// Linear interpolation (type 7 of Hyndman & Fan, 1996) for 0 <= q <= 1; NaN if `values` is empty.
double quantile(std::span<const double> values, double q);

double median(std::span<const double> values);

/// Returns the relative standard error for any distribution, from the order statistics that enclose the true median
/// with the probability of one standard deviation (David & Nagaraja, Order Statistics, 2003, section 7.1). Bimodal
/// times have a wide gap there, which formulas for a normal distribution miss. Infinite for fewer than two values.
double relative_error_of_median(std::span<const double> values);

}  // namespace warpledger
