#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/shift.h"

namespace warpledger {

/// Two sides measured in turn: in each round both, one right after the other, and which goes first is drawn.
///
/// Of identical code, the ratio of a round is as likely turned as not, whatever the noise: drift, samples that depend
/// on each other, levels that last for a while. That is all that Wilcoxon's signed-rank test needs ("Individual
/// comparisons by ranking methods", Biometrics Bulletin 1, 1945). Only what stays with a side through all rounds, such
/// as where its code lies in memory, is taken for a difference; the noise floor covers it.
///
/// Whoever looks after each round and stops at the first verdict finds chance differences more often. Rounds are
/// therefore looked at after 9, 14, 21, 32, ... of them, and look k may err in 1 / (k (k + 1)) of the cases that all
/// looks together may.

/// With fewer no verdict is possible.
inline constexpr std::size_t kFewestRounds = 9;

/// The number of rounds, more than `rounds`, after which the next look is taken.
std::size_t next_look(std::size_t rounds);

/// The confidence of an interval after so many rounds, where that of all looks together is `confidence`.
double confidence_after(std::size_t rounds, double confidence);

/// One side's values, as many in each round, in the order of measurement.
struct InRounds {
  std::span<const double> values;
  std::size_t rounds = 0;

  std::span<const double> round(std::size_t i) const {
    const std::size_t size = values.size() / rounds;
    return values.subspan(i * size, size);
  }
};

/// How many rounds, more than `rounds` and at least kFewestRounds, give an interval at `confidence`.
std::size_t rounds_needed(std::size_t rounds, double confidence);

/// after / before by the rounds that both sides have, at least kFewestRounds: the median of the means of all pairs of
/// rounds, each round by its median ratio, with the interval of the signed-rank test at confidence_after(), so that
/// `confidence`, at most 0.99, is that of all looks. It is widened by one timer_step(), as shift_of() does. Nothing
/// where so few rounds have no interval at that confidence: after 10, whoever stops between looks, or at more than
/// 0.99.
std::optional<Shift> shift_of_rounds(const InRounds& before, const InRounds& after, double confidence);

/// The largest sum of ranks that the signed-rank test of so many rounds rejects at `confidence`; -1: none. So many of
/// the smallest and of the largest means of pairs are outside its interval.
std::ptrdiff_t signed_rank_limit(std::size_t rounds, double confidence);

}  // namespace warpledger
