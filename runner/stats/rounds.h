#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/shift.h"

namespace warpledger {

/// Two sides measured alternately: each round measures both, in random order.
///
/// For identical code, a round's ratio is equally likely above and below 1 under any noise. Wilcoxon's signed-rank test
/// needs nothing else ("Individual comparisons by ranking methods", Biometrics Bulletin 1, 1945). Only effects that
/// stay with a side, such as its code's place in memory, look like a difference; the noise floor covers them.
///
/// Stopping at the first verdict would find chance differences more often. Rounds are therefore evaluated only after 9,
/// 14, 21, 32, ... of them, and look k gets the share 1 / (k (k + 1)) of the permitted error.

/// Minimum for a verdict.
inline constexpr std::size_t kFewestRounds = 9;

/// Returns the number of rounds, above `rounds`, at which to look next.
std::size_t next_look(std::size_t rounds);

/// Returns the confidence for one look, so that all looks together have `confidence`.
double confidence_after(std::size_t rounds, double confidence);

/// Values of one side, equally many per round, in the order of measurement.
struct InRounds {
  std::span<const double> values;
  std::size_t rounds = 0;

  std::span<const double> round(std::size_t i) const {
    const std::size_t size = values.size() / rounds;
    return values.subspan(i * size, size);
  }
};

/// Returns the number of rounds, above `rounds` and at least kFewestRounds, with an interval at `confidence`.
std::size_t rounds_needed(std::size_t rounds, double confidence);

/// Returns after / before: the median of the means of all pairs of rounds, each round by its median ratio. Both sides
/// need kFewestRounds. The interval is that of the signed-rank test at confidence_after(), widened by one timer_step().
/// `confidence`, at most 0.99, is that of all looks. Absent if the rounds give no interval, as after 10 (between looks)
/// or above 0.99.
std::optional<Shift> shift_of_rounds(const InRounds& before, const InRounds& after, double confidence);

/// Returns the largest rank sum that the signed-rank test rejects at `confidence`, or -1. As many of the smallest and
/// largest means of pairs are outside the interval.
std::ptrdiff_t signed_rank_limit(std::size_t rounds, double confidence);

}  // namespace warpledger
