#include "grading/student_page.h"

#include <fmt/format.h>

#include <cstddef>

#include "grading/grade.h"
#include "grading/graded_page.h"

namespace warpledger {
namespace {

std::string given_of(double given, double possible) {
  return fmt::format("{} of {} points", points_text(given), points_text(possible));
}

std::string total_line(const GradeSheet& sheet) {
  std::string line = fmt::format("Total: {}", given_of(sheet.total, sheet.possible));
  if (!sheet.adjustments.empty()) line += fmt::format(", including {:+.5g} from adjustments", adjusted_points(sheet));
  if (sheet.open_points > 0)
    line += fmt::format("; {} more are open, because they cannot be judged yet", points_text(sheet.open_points));
  return line + ".";
}

/// Empty where no rule ranks.
std::string rank_line(const GradedClass& graded, const GradedSubmission& submission) {
  if (!is_ranked(graded.grading)) return "";
  const std::optional<Standing> standing = standing_of(graded.grading, submission);
  const std::size_t size = graded.submissions.size();
  if (!standing) return fmt::format("Rank: none yet, in a class of {}.", size);
  const std::string tie = standing->tied > 1 ? fmt::format(", tied with {} more", standing->tied - 1) : "";
  return fmt::format("Rank: {} in a class of {}{}.", standing->rank, size, tie);
}

void add_problem(GradedPage& page, const GradedProblem& problem, const ProblemGrade& grade) {
  page.add_heading(2, fmt::format("{}: {}", grade.name, given_of(grade.given, grade.possible)));
  for (std::size_t r = 0; r < grade.rules.size(); ++r) {
    const RuleGrade& rule = grade.rules[r];
    page.add_item(rule_text(problem.rules.at(r)),
                  fmt::format("{}, {}: {}", name_of(rule.verdict), given_of(rule.given, rule.possible), rule.sentence));
  }
}

Table table_of(const Grading& grading, const GradeSheet& sheet) {
  Table table{{"problem", "rule", "verdict", "given", "possible", "what decided"}, {}};
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r) {
      const RuleGrade& rule = sheet.problems[p].rules[r];
      table.rows.push_back({sheet.problems[p].name, rule_text(grading.problems.at(p).rules.at(r)),
                            std::string(name_of(rule.verdict)), points_cell(rule.given), points_cell(rule.possible),
                            rule.sentence});
    }
  return table;
}

}  // namespace

std::string adjustment_amount(const Adjustment& adjustment) {
  const std::string amount =
      adjustment.points ? fmt::format("{:+} points", *adjustment.points) : fmt::format("{:+} %", *adjustment.percent);
  return adjustment.problem.empty() ? amount : fmt::format("{} of {}", amount, adjustment.problem);
}

std::string adjustment_reason(const Adjustment& adjustment) {
  return fmt::format("{}, by {}: {}", adjustment.written_utc.substr(0, 10), adjustment.author, adjustment.reason);
}

std::string student_page(const GradedClass& graded, const std::string& name, const std::string& tables,
                         const ReportOptions& options) {
  const GradedSubmission& submission = submission_named(graded, name);
  const GradeSheet& sheet = submission.sheet;
  GradedPage page(options);
  page.add_heading(1, fmt::format("{}: {}", graded.experiment, name));
  page.add_paragraph(graded.about);
  page.add_paragraph(total_line(sheet));
  if (const std::string rank = rank_line(graded, submission); !rank.empty()) page.add_paragraph(rank);
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    add_problem(page, graded.grading.problems.at(p), sheet.problems[p]);
  if (!sheet.adjustments.empty()) page.add_heading(2, "Adjustments");
  for (const Adjustment& adjustment : sheet.adjustments)
    page.add_item(adjustment_amount(adjustment), adjustment_reason(adjustment));
  page.add_paragraph(fmt::format("Graded on {}, {}.", graded.device, graded.graded_utc.substr(0, 10)));
  if (options.format != Format::csv) return page.finished(tables);
  page.add_table(table_of(graded.grading, sheet));
  return page.finished();
}

}  // namespace warpledger
