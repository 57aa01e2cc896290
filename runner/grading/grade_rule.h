#pragma once

#include <optional>
#include <span>
#include <vector>

#include "grading/evidence.h"
#include "grading/rule_grade.h"
#include "model/grading.h"
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

}  // namespace warpledger
