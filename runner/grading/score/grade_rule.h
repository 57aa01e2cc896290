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

/// Returns the rank of each ratio; smaller ratios are better. In order of value, neighbours with overlapping intervals
/// share a group, because a submission that is not measurably worse than the one ahead must not rank lower.
std::vector<Standing> standings_of(std::span<const Ratio> ratios);

struct GradingCriteria {
  Noise noise;               ///< run-to-run noise of identical code on the device; 0 if unknown
  double confidence = 0.99;  ///< of the intervals of ratios
};

/// Returns the grade of a rule. A RankRule with a ratio is only prepared: it is `met` without points, which
/// rank_class() adds. `incomplete` is SubmissionEvidence::incomplete.
RuleGrade grade_rule(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                     const std::optional<Incomplete>& incomplete, const GradingCriteria& criteria);

/// Returns why a round cannot be used: a missing or disturbed time. Absent if it can.
std::optional<RoundFault> fault_of_round(std::span<const TimedPoint> points, std::size_t round);

struct RoundsRatio {
  std::optional<Ratio> ratio;  ///< absent with fewer than two usable rounds
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::optional<RoundFault> left_out;  ///< fault of the first unusable round
};

/// Returns the submission's time relative to the reference's. A round's ratio is the geometric mean over `points` of
/// median(submission) / median(reference). The result is the geometric mean of the rounds, with Student's interval on
/// their logarithms. The interval is widened by the gap that `noise` makes at the reference's times, because rounds of
/// one binary may agree better than two binaries of equal code. `points` must not be empty.
RoundsRatio ratio_over_rounds(std::span<const TimedPoint> points, const Noise& noise, double confidence);

}  // namespace warpledger
