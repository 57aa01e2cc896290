#include "grading/graded_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/error.h"
#include "base/text.h"
#include "model/cell_format.h"

namespace warpledger {
namespace {

/// What the first rule that `chosen` is true of came to.
template <class Choice>
const RuleGrade* first_grade(const Grading& grading, const GradeSheet& sheet, Choice chosen) {
  for (std::size_t p = 0; p < grading.problems.size(); ++p)
    for (std::size_t r = 0; r < grading.problems[p].rules.size(); ++r)
      if (chosen(grading.problems[p].rules[r])) return &sheet.problems.at(p).rules.at(r);
  return nullptr;
}

bool ranks(const GradingRule& rule) { return std::holds_alternative<RankRule>(rule.judged); }

bool has_ratio(const GradingRule& rule) { return ranks(rule) || std::holds_alternative<RatioRule>(rule.judged); }

}  // namespace

const GradedSubmission& submission_named(const GradedClass& graded, const std::string& name) {
  std::vector<std::string> names;
  for (const GradedSubmission& submission : graded.submissions) {
    if (submission.sheet.submission == name) return submission;
    names.push_back(submission.sheet.submission);
  }
  throw Error(fmt::format("session {} has no submission '{}'", graded.session, name), did_you_mean(name, names));
}

std::optional<Ratio> ratio_of(const Grading& grading, const GradedSubmission& submission) {
  const RuleGrade* grade = first_grade(grading, submission.sheet, has_ratio);
  return grade == nullptr ? std::nullopt : grade->ratio;
}

bool has_ratios(const Grading& grading) {
  return std::ranges::any_of(
      grading.problems, [](const GradedProblem& problem) { return std::ranges::any_of(problem.rules, has_ratio); });
}

bool is_ranked(const Grading& grading) {
  return std::ranges::any_of(grading.problems,
                             [](const GradedProblem& problem) { return std::ranges::any_of(problem.rules, ranks); });
}

std::optional<Standing> standing_of(const Grading& grading, const GradedSubmission& submission) {
  const RuleGrade* grade = first_grade(grading, submission.sheet, ranks);
  return grade == nullptr || !submission.sheet.flags.empty() ? std::nullopt : grade->standing;
}

std::string rank_text(const std::optional<Standing>& standing) {
  return standing ? fmt::format("{}{}", standing->rank, standing->tied > 1 ? "=" : "") : "";
}

double adjusted_points(const GradeSheet& sheet) {
  constexpr double kSteps = 1e9;  // of a point: below them, the difference is what its terms were rounded by
  return std::round(kSteps * (sheet.total - sheet.given)) / kSteps;
}

std::string points_text(double points) { return fmt::format("{:.5g}", points); }

Cell points_cell(double points) { return encode_number("%.5g", points); }

}  // namespace warpledger
