#include "grading/why_zero.h"

#include <variant>

namespace warpledger {
namespace {

WhyZero why_not_correct(Outcome outcome) {
  switch (outcome) {
    case Outcome::compile_failed:
      return WhyZero::does_not_compile;
    case Outcome::timed_out:
      return WhyZero::runs_out_of_time;
    case Outcome::launch_failed:
    case Outcome::crashed:
      return WhyZero::crashes;
    default:
      return WhyZero::wrong;
  }
}

/// What keeps a rule from giving points; absent for one that gives some or is open.
std::optional<WhyZero> why_none(const GradingRule& rule, const RuleGrade& grade) {
  if (std::holds_alternative<Incomplete>(grade.finding)) return WhyZero::cut_off;
  if (grade.verdict == RuleVerdict::cannot_judge || grade.given > 0) return std::nullopt;
  if (const auto* found = std::get_if<CorrectFinding>(&grade.finding); found != nullptr && found->first_wrong)
    return why_not_correct(found->first_wrong->outcome);
  return is_about_time(rule) ? WhyZero::too_slow : WhyZero::misses_goals;
}

}  // namespace

std::optional<WhyZero> why_zero(const Grading& grading, const GradedSubmission& submission) {
  const GradeSheet& sheet = submission.sheet;
  if (sheet.total > 0) return std::nullopt;
  if (submission.refused) return WhyZero::refused;
  if (sheet.given > 0) return WhyZero::adjusted;
  std::optional<WhyZero> first;
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r)
      if (const auto why = why_none(grading.problems.at(p).rules.at(r), sheet.problems[p].rules[r]);
          why && (!first || *why < *first))
        first = why;
  return first.value_or(WhyZero::open);
}

}  // namespace warpledger
