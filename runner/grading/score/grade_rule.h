#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "grading/score/evidence.h"
#include "grading/score/rule_grade.h"
#include "model/grading.h"
#include "stats/ratio.h"
#include "stats/verdict.h"

namespace warpledger {

/// The place of each of `ratios`, where less is better. In the order of their values, neighbours whose intervals
/// overlap are in one group: who is no worse than the one ahead, as far as is known, has no worse place.
std::vector<Standing> standings_of(std::span<const Ratio> ratios);

struct GradingCriteria {
  Noise noise;               ///< what identical code differs by on the device; 0 when it is not known
  double confidence = 0.99;  ///< of the intervals of ratios
};

/// What a rule gives. A RankRule is only prepared: with a ratio it is `met` without points, which rank_class gives.
/// `incomplete` is SubmissionEvidence::incomplete.
RuleGrade grade_rule(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                     const std::optional<Incomplete>& incomplete, const GradingCriteria& criteria);

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
