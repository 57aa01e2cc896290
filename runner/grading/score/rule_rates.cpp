#include "grading/score/rule_rates.h"

#include "grading/score/rule_text.h"

namespace warpledger {
namespace {

void count(RuleRate& rate, const RuleGrade& grade) {
  if (grade.verdict == RuleVerdict::cannot_judge) {
    ++rate.open;
    return;
  }
  rate.mean_given += grade.given;  // the sum, divided later
  if (grade.verdict == RuleVerdict::met)
    ++rate.met;
  else
    ++(grade.given > 0 ? rate.partly : rate.not_met);
}

}  // namespace

std::vector<RuleRate> rule_rates(const GradedClass& graded) {
  std::vector<RuleRate> rates;
  for (std::size_t p = 0; p < graded.grading.problems.size(); ++p) {
    const GradedProblem& problem = graded.grading.problems[p];
    for (std::size_t r = 0; r < problem.rules.size(); ++r) {
      RuleRate rate{.problem = problem.name, .rule = rule_text(problem.rules[r]), .possible = problem.rules[r].points};
      for (const GradedSubmission& submission : graded.submissions)
        if (!submission.absent) count(rate, submission.sheet.problems.at(p).rules.at(r));
      if (rate.judged() > 0) rate.mean_given /= static_cast<double>(rate.judged());
      rates.push_back(rate);
    }
  }
  return rates;
}

}  // namespace warpledger
