#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "grading/evidence.h"
#include "grading/tie_groups.h"
#include "model/grading.h"
#include "stats/noise.h"
#include "stats/ratio_of_medians.h"

namespace warpledger {

enum class RuleVerdict {
  met,           ///< all of the rule's points
  partly,        ///< some of them
  not_met,       ///< none
  cannot_judge,  ///< none as yet: what decides was not measured, and a person has to
  not_correct,   ///< none, because a point of the problem's kernels is not right
};

inline constexpr std::array<std::string_view, 5> kRuleVerdictNames = {"met", "partly", "not met", "cannot judge",
                                                                      "not correct"};

constexpr std::string_view name_of(RuleVerdict verdict) {
  return kRuleVerdictNames.at(static_cast<std::size_t>(verdict));
}

struct RuleGrade {
  RuleVerdict verdict = RuleVerdict::cannot_judge;
  double given = 0;                  ///< points
  double possible = 0;               ///< points
  std::string sentence;              ///< what decided, with its numbers
  std::optional<Ratio> ratio;        ///< the submission's time over the reference's; of a RatioRule or RankRule
  std::optional<Standing> standing;  ///< of a RankRule
};

struct GradingCriteria {
  Noise noise;               ///< what identical code differs by on the device; 0 when it is not known
  double confidence = 0.99;  ///< of the intervals of ratios
};

/// What a rule gives. A RankRule is only prepared: with a ratio it is `met` without points, which rank_class gives.
/// `incomplete` is SubmissionEvidence::incomplete.
RuleGrade grade_rule(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                     const std::string& incomplete, const GradingCriteria& criteria);

}  // namespace warpledger
