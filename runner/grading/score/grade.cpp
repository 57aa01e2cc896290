#include "grading/score/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <variant>

#include "grading/score/evidence.h"
#include "grading/score/grade_rule.h"

namespace warpledger {
namespace {

GradeSheet grade_submission(const Grading& grading, const SubmissionEvidence& evidence,
                            const GradingCriteria& criteria) {
  GradeSheet sheet;
  sheet.submission = evidence.submission;
  sheet.adjustments = evidence.adjustments;
  for (Adjustment& one : sheet.adjustments)
    one.is_lost = !one.problem.empty() && std::ranges::count(grading.problems, one.problem, &GradedProblem::name) == 0;
  for (std::size_t p = 0; p < grading.problems.size(); ++p) {
    const GradedProblem& problem = grading.problems[p];
    ProblemGrade grade{.name = problem.name, .possible = problem.points, .rules = {}};
    for (std::size_t r = 0; r < problem.rules.size(); ++r)
      grade.rules.push_back(grade_rule(problem.rules[r], evidence.problems[p].rules[r], evidence.problems[p],
                                       evidence.incomplete, criteria));
    sheet.problems.push_back(std::move(grade));
  }
  return sheet;
}

RatioFinding& ratio_finding(RuleGrade& grade) { return std::get<RatioFinding>(grade.finding); }

/// Adds points for ranks. Flagged submissions stay undecided.
void rank_class(std::vector<GradeSheet>& sheets, const std::vector<bool>& flagged, std::size_t problem,
                std::size_t rule) {
  std::vector<RuleGrade*> ranked;
  std::vector<Ratio> ratios;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    RuleGrade& grade = sheets[i].problems[problem].rules[rule];
    if (!grade.ratio) continue;
    if (flagged[i]) {
      grade.verdict = RuleVerdict::cannot_judge;
      ratio_finding(grade).waits = true;
      continue;
    }
    ranked.push_back(&grade);
    ratios.push_back(*grade.ratio);
  }
  const std::vector<Standing> standings = standings_of(ratios);
  const auto count = static_cast<double>(ranked.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    RuleGrade& grade = *ranked[i];
    const auto ahead = static_cast<double>(standings[i].rank - 1);
    grade.standing = standings[i];
    grade.given = grade.possible * (count - ahead) / count;
    grade.verdict = standings[i].rank == 1 ? RuleVerdict::met : RuleVerdict::partly;
    ratio_finding(grade).ranked = ranked.size();
  }
}

/// Returns the points that a percentage applies to; 0 if the adjustment is lost.
double given_before(const Adjustment& adjustment, const GradeSheet& sheet) {
  if (adjustment.problem.empty()) return sheet.given;
  const auto problem = std::ranges::find(sheet.problems, adjustment.problem, &ProblemGrade::name);
  return problem == sheet.problems.end() ? 0 : problem->given;
}

double adjustment_points(const Adjustment& adjustment, const GradeSheet& sheet) {
  return adjustment.points ? *adjustment.points : given_before(adjustment, sheet) * *adjustment.percent / 100;
}

void add_up(GradeSheet& sheet) {
  for (ProblemGrade& problem : sheet.problems) {
    for (const RuleGrade& rule : problem.rules) {
      problem.given += rule.given;
      if (rule.verdict == RuleVerdict::cannot_judge) sheet.open_points += rule.possible;
    }
    sheet.given += problem.given;
    sheet.possible += problem.possible;
  }
  sheet.total = sheet.given;
  for (const Adjustment& adjustment : sheet.adjustments) sheet.total += adjustment_points(adjustment, sheet);
  sheet.total = std::max(sheet.total, 0.0);
}

}  // namespace

std::vector<GradeSheet> grade_class(const Grading& grading, std::span<const SubmissionEvidence> submissions,
                                    const GradingCriteria& criteria) {
  std::vector<GradeSheet> sheets;
  std::vector<bool> flagged;
  for (const SubmissionEvidence& evidence : submissions) {
    sheets.push_back(grade_submission(grading, evidence, criteria));
    flagged.push_back(evidence.flagged);
  }
  for (std::size_t p = 0; p < grading.problems.size(); ++p)
    for (std::size_t r = 0; r < grading.problems[p].rules.size(); ++r)
      if (std::holds_alternative<RankRule>(grading.problems[p].rules[r].judged)) rank_class(sheets, flagged, p, r);
  for (GradeSheet& sheet : sheets) add_up(sheet);
  return sheets;
}

std::string adjustment_amount(const Adjustment& adjustment) {
  std::string amount =
      adjustment.points ? fmt::format("{:+} points", *adjustment.points) : fmt::format("{:+} %", *adjustment.percent);
  if (adjustment.problem.empty()) return amount;
  const bool counts = !adjustment.is_lost || adjustment.points;
  return fmt::format("{} of {}{}", amount, adjustment.problem,
                     counts ? "" : " (not counted: there is no such problem)");
}

}  // namespace warpledger
