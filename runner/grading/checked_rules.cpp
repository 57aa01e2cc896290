#include "grading/checked_rules.h"

#include <fmt/format.h>

#include "grading/grade_rule.h"
#include "grading/read_evidence.h"
#include "grading/rule_text.h"

namespace warpledger {
namespace {

/// "met: all of 40 points are right"
std::string verdict_on(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                       const std::string& incomplete) {
  if (is_about_time(rule)) return "judged at grading, beside the reference";
  const RuleGrade grade = grade_rule(rule, evidence, problem, incomplete, {});
  if (grade.verdict == RuleVerdict::cannot_judge) return fmt::format("cannot be judged here: {}", grade.sentence);
  return fmt::format("{}: {}", name_of(grade.verdict), grade.sentence);
}

}  // namespace

std::string checked_rules(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid) {
  const GradedRuns runs = {.checked = {run_uuid}, .counted = {run_uuid}, .rounds = {}};
  const SubmissionEvidence evidence = read_evidence(ledger, experiment, experiment.submission, runs);
  std::string text = "What the rules say of these points; grading may add shapes and inputs:\n";
  for (std::size_t p = 0; p < experiment.grading->problems.size(); ++p) {
    const GradedProblem& problem = experiment.grading->problems[p];
    text += fmt::format("{}\n", problem.name);
    for (std::size_t r = 0; r < problem.rules.size(); ++r)
      text += fmt::format(
          "  {}: {}\n", rule_text(problem.rules[r]),
          verdict_on(problem.rules[r], evidence.problems[p].rules[r], evidence.problems[p], evidence.incomplete));
  }
  return text;
}

}  // namespace warpledger
