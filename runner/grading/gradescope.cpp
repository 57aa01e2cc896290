#include "grading/gradescope.h"

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>

#include "grading/rule_text.h"
#include "grading/student_page.h"
#include "report/json_rows.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

// Sentences name hidden shapes, and ranks change while others are graded.
constexpr const char* kVisibility = "after_published";

/// A rank that gives only some of the points is not a failure.
bool passes(const RuleGrade& rule) { return rule.verdict == RuleVerdict::met || rule.standing; }

Json test_of(const ProblemGrade& problem, const GradingRule& rule, const RuleGrade& grade, const std::string& number) {
  const std::string open =
      grade.verdict == RuleVerdict::cannot_judge ? "\nThese points are open: a person decides." : "";
  return {{"score", rounded_points(grade.given)},
          {"max_score", grade.possible},
          {"status", passes(grade) ? "passed" : "failed"},
          {"name", fmt::format("{}: {}", problem.name, rule_text(rule))},
          {"number", number},
          // Plain text, because it may be what a compiler says.
          {"output", fmt::format("{}: {}{}", name_of(grade.verdict), finding_text(rule, grade), open)},
          {"output_format", "text"},
          {"visibility", kVisibility}};
}

/// Gradescope's published text bounds neither a score nor its sign.
Json adjustments_test(const GradeSheet& sheet, std::size_t number) {
  std::string output;
  for (const Adjustment& adjustment : sheet.adjustments)
    output += fmt::format("{}: {}\n", adjustment_amount(adjustment), adjustment_reason(adjustment));
  return {{"score", adjusted_points(sheet)},
          {"status", "passed"},
          {"name", "Adjustments"},
          {"number", fmt::format("{}", number)},
          {"output", output},
          {"output_format", "text"},
          {"visibility", kVisibility}};
}

Json tests_of(const Grading& grading, const GradeSheet& sheet) {
  Json tests = Json::array();
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r)
      tests.push_back(test_of(sheet.problems[p], grading.problems.at(p).rules.at(r), sheet.problems[p].rules[r],
                              fmt::format("{}.{}", p + 1, r + 1)));
  if (!sheet.adjustments.empty()) tests.push_back(adjustments_test(sheet, sheet.problems.size() + 1));
  return tests;
}

/// In Gradescope's Markdown.
std::string summary_of(const StudentGrade& grade) {
  const GradeSheet& sheet = grade.sheet;
  std::string text = fmt::format("**{} of {} points**", points_text(sheet.total), points_text(sheet.possible));
  if (sheet.open_points > 0)
    text += fmt::format(", {} more are open: they cannot be judged yet", points_text(sheet.open_points));
  if (const std::string rank = rank_text(grade.standing); !rank.empty())
    text += fmt::format("; rank {} in a class of {}", rank, grade.class_size);
  return text;
}

}  // namespace

std::string gradescope_json(const StudentGrade& grade) {
  const Json run = grade.run.empty() ? Json() : Json(grade.run);
  Json results = {{"score", rounded_points(grade.sheet.total)},
                  {"output", summary_of(grade)},
                  {"output_format", "md"},
                  {"visibility", kVisibility},
                  {"stdout_visibility", "hidden"},
                  {"extra_data",
                   {{"experiment", grade.experiment},
                    {"session", grade.session},
                    {"run", run},
                    {"device", grade.device},
                    {"open_points", rounded_points(grade.sheet.open_points)}}},
                  {"tests", tests_of(grade.grading, grade.sheet)}};
  if (grade.ratio && grade.standing)
    results["leaderboard"] =
        Json::array({{{"name", "Time relative to the reference's"}, {"value", grade.ratio->value}, {"order", "asc"}}});
  return json_text(results);
}

}  // namespace warpledger
