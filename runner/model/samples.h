#pragma once

#include <span>
#include <string>

namespace warpledger {

/// True if a launch can take `ns`: positive and less than 1e18 ns (31 years).
bool is_launch_time(double ns);

/// True if a clock can run at `mhz`: positive and at most 1e5.
bool is_clock(double mhz);

/// Returns the first impossible sample, such as "sample 10 is 0 ns" (counted from 0), or "". A clock of NaN was not
/// read and is allowed.
std::string impossible_sample(std::span<const double> times_ns, std::span<const double> clocks_mhz);

/// Returns the q-quantile (0 <= q <= 1) by linear interpolation (type 7 of Hyndman & Fan, 1996), or NaN if `values` is
/// empty.
double quantile(std::span<const double> values, double q);

double median(std::span<const double> values);

/// Returns the relative standard error of the median for any distribution, from the order statistics around it that
/// enclose the true median with the probability of one standard deviation (David & Nagaraja, Order Statistics, 2003,
/// section 7.1). Bimodal times have a wide gap there, which formulas for a normal distribution miss. Infinite for fewer
/// than two values.
double relative_error_of_median(std::span<const double> values);

}  // namespace warpledger
