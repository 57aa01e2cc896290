#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "grading/evidence.h"
#include "stats/ratio.h"
#include "stats/verdict.h"

namespace warpledger {

/// Why a round cannot be used: a point without times, or disturbed. Absent when it can.
std::optional<RoundFault> fault_of_round(std::span<const TimedPoint> points, std::size_t round);

struct RoundsRatio {
  std::optional<Ratio> ratio;  ///< absent with fewer than two rounds that can be used
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::optional<RoundFault> left_out;  ///< of the first round that was left out
};

/// The submission's time over the reference's. A round's ratio is the geometric mean over `points` of
/// median(submission) / median(reference); the ratio is the geometric mean of the rounds, with Student's interval over
/// their logarithms. The interval is widened by the gap that `noise` makes at the reference's times, because rounds of
/// one binary may agree better than those of two that do the same. `points` must not be empty.
RoundsRatio ratio_over_rounds(std::span<const TimedPoint> points, const Noise& noise, double confidence);

}  // namespace warpledger
