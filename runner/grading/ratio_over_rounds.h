#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "grading/evidence.h"
#include "stats/ratio.h"
#include "stats/verdict.h"

namespace warpledger {

/// Why a round cannot be used: a point without times, or disturbed. Empty when it can.
std::string why_left_out(std::span<const TimedPoint> points, std::size_t round);

struct RoundsRatio {
  std::optional<Ratio> ratio;  ///< absent with fewer than two rounds that can be used
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::string left_out;  ///< why the first round that was left out was; empty when none was
};

/// The submission's time over the reference's. A round's ratio is the geometric mean over `points` of
/// median(submission) / median(reference); the ratio is the geometric mean of the rounds, with Student's interval over
/// their logarithms. The interval is widened by the gap that `noise` makes at the reference's times, because rounds of
/// one binary may agree better than those of two that do the same. `points` must not be empty.
RoundsRatio ratio_over_rounds(std::span<const TimedPoint> points, const Noise& noise, double confidence);

}  // namespace warpledger
