#include "grading/pages/gradescope_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/text_width.h"
#include "grading/pages/student_page.h"
#include "grading/score/rule_text.h"
#include "report/json_rows.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

// A grade names hidden shapes, and ranks change while others are graded.
constexpr const char* kOncePublished = "after_published";
// A check names only public shapes.
constexpr const char* kAtOnce = "visible";

/// A rank with part of the points is not a failure.
bool passes(const RuleGrade& rule) { return rule.verdict == RuleVerdict::met || rule.standing; }

/// Plain text, because it may contain compiler output.
Json described(Json test, const std::string& name, const std::string& number, const std::string& output,
               const char* visibility) {
  test["name"] = name;
  test["number"] = number;
  test["output"] = output;
  test["output_format"] = "text";
  test["visibility"] = visibility;
  return test;
}

Json scored(const RuleGrade& grade) {
  return {{"score", rounded_points(grade.given)},
          {"max_score", grade.possible},
          {"status", passes(grade) ? "passed" : "failed"}};
}

Json graded_test(const GradingRule& rule, const RuleGrade& grade, const std::string& name, const std::string& number) {
  const std::string open =
      grade.verdict == RuleVerdict::cannot_judge ? "\nThese points are open: a person decides." : "";
  return described(scored(grade), name, number,
                   fmt::format("{}: {}{}", name_of(grade.verdict), finding_text(rule, grade), open), kOncePublished);
}

/// Undecided rules have no score.
Json checked_test(const GradingRule& rule, const RuleGrade& grade, const std::string& name, const std::string& number) {
  const bool open = grade.verdict == RuleVerdict::cannot_judge;
  return described(open ? Json::object() : scored(grade), name, number,
                   open ? fmt::format("{} points are open until the class is graded: {}", points_text(grade.possible),
                                      checked_verdict(rule, grade))
                        : checked_verdict(rule, grade),
                   kAtOnce);
}

using MakeTest = Json (*)(const GradingRule& rule, const RuleGrade& grade, const std::string& name,
                          const std::string& number);

Json tests_of(const Grading& grading, const GradeSheet& sheet, MakeTest make_test) {
  Json tests = Json::array();
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r) {
      const GradingRule& rule = grading.problems.at(p).rules.at(r);
      tests.push_back(make_test(rule, sheet.problems[p].rules[r],
                                fmt::format("{}: {}", sheet.problems[p].name, rule_text(rule)),
                                fmt::format("{}.{}", p + 1, r + 1)));
    }
  return tests;
}

/// Gradescope's specification limits neither a score nor its sign.
Json adjustments_test(const GradeSheet& sheet) {
  std::string output;
  for (const Adjustment& adjustment : sheet.adjustments)
    output += fmt::format("{}: {}\n", adjustment_amount(adjustment), adjustment_reason(adjustment));
  return described({{"score", adjusted_points(sheet)}, {"status", "passed"}}, "Adjustments",
                   fmt::format("{}", sheet.problems.size() + 1), output, kOncePublished);
}

/// Returns Markdown.
std::string summary_of(const StudentGrade& grade) {
  const GradeSheet& sheet = grade.sheet;
  std::string text = fmt::format("**{} of {} points**", points_text(sheet.total), points_text(sheet.possible));
  if (sheet.open_points > 0)
    text += fmt::format(", {} more are open: they cannot be judged yet", points_text(sheet.open_points));
  if (const std::string rank = rank_text(grade.standing); !rank.empty())
    text += fmt::format("; rank {} in a class of {}", rank, grade.class_size);
  if (grade.on_host) text += fmt::format(". {}", kCheckedNotGraded);
  return text;
}

/// Shows a student's file name, in which nothing may be Markdown.
std::string code_span(const std::string& name) {
  std::string shown = one_line(name);
  std::ranges::replace(shown, '`', '\'');
  return fmt::format("`{}`", shown);
}

std::string summary_of(const CheckedSubmission& checked) {
  const GradeSheet& sheet = checked.sheet;
  std::string text = fmt::format("**{} of {} points so far**", points_text(sheet.total), points_text(sheet.possible));
  if (sheet.open_points > 0)
    text += fmt::format("; {} are open until the class is graded", points_text(sheet.open_points));
  text += ". Grading may add shapes and inputs.";
  if (const std::string unused = text_of(checked.unused, code_span); !unused.empty())
    text += fmt::format(" {}.", unused);
  if (!checked.complete) text += " This check was stopped before its end, by its time limit or by a person.";
  if (checked.on_host) text += fmt::format(" {}", kCheckedNotGraded);
  return text;
}

Json results_of(double score, const std::string& output, const char* format, const char* visibility, Json extra,
                Json tests) {
  return {{"score", rounded_points(score)}, {"output", output},
          {"output_format", format},        {"visibility", visibility},
          {"stdout_visibility", "hidden"},  {"extra_data", std::move(extra)},
          {"tests", std::move(tests)}};
}

std::string autolab_line(const Json& scores, const std::vector<double>& scoreboard = {}) {
  Json line = {{"scores", scores}};
  if (!scoreboard.empty()) line["scoreboard"] = scoreboard;
  return json_line(std::move(line));
}

}  // namespace

std::string gradescope_json(const StudentGrade& grade) {
  const Json run = grade.run.empty() ? Json() : Json(grade.run);
  Json tests = tests_of(grade.grading, grade.sheet, graded_test);
  if (!grade.sheet.adjustments.empty()) tests.push_back(adjustments_test(grade.sheet));
  Json results = results_of(grade.sheet.total, summary_of(grade), "md", kOncePublished,
                            {{"experiment", grade.experiment},
                             {"session", grade.session},
                             {"run", run},
                             {"device", grade.device},
                             {"open_points", rounded_points(grade.sheet.open_points)}},
                            std::move(tests));
  if (grade.ratio && grade.standing)
    results["leaderboard"] =
        Json::array({{{"name", "Time relative to the reference's"}, {"value", grade.ratio->value}, {"order", "asc"}}});
  return json_text(results);
}

std::string gradescope_json(const CheckedSubmission& checked) {
  return json_text(results_of(checked.sheet.total, summary_of(checked), "md", kAtOnce,
                              {{"experiment", checked.experiment},
                               {"device", checked.device},
                               {"open_points", rounded_points(checked.sheet.open_points)}},
                              tests_of(checked.grading, checked.sheet, checked_test)));
}

std::string gradescope_refusal(const std::string& experiment, const std::string& why) {
  return json_text(results_of(0, "Not run: " + why, "text", kAtOnce, {{"experiment", experiment}}, Json::array()));
}

std::string autolab_feedback(const CheckedSubmission& checked) {
  std::string summary = summary_of(checked);
  std::erase_if(summary, [](char c) { return c == '*' || c == '`'; });  // Autolab shows plain text
  Json scores = Json::object();
  for (const ProblemGrade& problem : checked.sheet.problems) scores[problem.name] = rounded_points(problem.given);
  return summary + "\n" + autolab_line(scores, checked.scoreboard);
}

std::string autolab_refusal(const Grading& grading) {
  Json scores = Json::object();
  for (const GradedProblem& problem : grading.problems) scores[problem.name] = 0;
  return autolab_line(scores);
}

}  // namespace warpledger
