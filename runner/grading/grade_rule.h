#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grading/evidence.h"
#include "model/grading.h"
#include "stats/ratio.h"
#include "stats/verdict.h"

namespace warpledger {

/// A place in a class.
struct Standing {
  std::size_t rank = 1;  ///< 1 and how many are in the groups ahead
  std::size_t tied = 1;  ///< how many have this rank
};

/// The place of each of `ratios`, where less is better. In the order of their values, neighbours whose intervals
/// overlap are in one group: who is no worse than the one ahead, as far as is known, has no worse place.
std::vector<Standing> standings_of(std::span<const Ratio> ratios);

enum class RuleVerdict {
  met,           ///< all of the rule's points
  partly,        ///< some of them
  not_met,       ///< none
  cannot_judge,  ///< none as yet: what decides was not measured, and a person has to
  not_correct,   ///< none, because a point of the problem's kernels is not correct
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
