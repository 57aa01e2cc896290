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

/// Returns the rank of each ratio; smaller is better. Neighbours with overlapping intervals share a group: a submission
/// that is not measurably worse than the one ahead must not rank lower.
std::vector<Standing> standings_of(std::span<const Ratio> ratios);

struct GradingCriteria {
  Noise noise;               ///< 0 if unknown
  double confidence = 0.99;  ///< of the intervals of ratios
};

/// Returns the grade of a rule. A RankRule with a ratio is only prepared: it is `met` without points, which
/// grade_class() adds.
RuleGrade grade_rule(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                     const std::optional<Incomplete>& incomplete, const GradingCriteria& criteria);

/// Returns why a round cannot be used; absent if it can.
std::optional<RoundFault> fault_of_round(std::span<const TimedPoint> points, std::size_t round);

struct RoundsRatio {
  std::optional<Ratio> ratio;  ///< absent with fewer than two usable rounds
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::optional<RoundFault> left_out;  ///< in the first unusable round
};

/// Returns the time relative to the reference's: per round, the geometric mean over points of the ratio of medians;
/// over rounds, their geometric mean with Student's interval on logarithms. `noise` widens the interval, because rounds
/// of one binary may agree better than two binaries of equal code. `points` must not be empty.
RoundsRatio ratio_over_rounds(std::span<const TimedPoint> points, const Noise& noise, double confidence);

}  // namespace warpledger
