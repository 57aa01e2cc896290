#include "grading/pages/student_page.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "grading/pages/graded_page.h"
#include "grading/score/rule_text.h"

namespace warpledger {
namespace {

std::string given_of(double given, double possible) {
  return fmt::format("{} of {} points", points_text(given), points_text(possible));
}

std::string total_line(const GradeSheet& sheet) {
  std::string line = fmt::format("Total: {}", given_of(sheet.total, sheet.possible));
  if (!sheet.adjustments.empty()) line += fmt::format(", including {:+.10g} from adjustments", adjusted_points(sheet));
  if (sheet.open_points > 0)
    line += fmt::format("; {} more are open, because they cannot be judged yet", points_text(sheet.open_points));
  return line + ".";
}

std::string rank_line(const StudentGrade& grade) {
  if (!is_ranked(grade.grading)) return "";
  if (!grade.standing) return fmt::format("Rank: none yet, in a class of {}.", grade.class_size);
  const Standing& standing = *grade.standing;
  const std::string tie = standing.tied > 1 ? fmt::format(", tied with {} more", standing.tied - 1) : "";
  return fmt::format("Rank: {} in a class of {}{}.", standing.rank, grade.class_size, tie);
}

std::string hand_in_line(const StudentGrade& grade) {
  const HandIn& hand_in = grade.hand_in;
  if (grade.hand_ins == 1 && hand_in.submitted_utc.empty()) return "";
  const std::string time = hand_in.submitted_utc.empty() ? "" : fmt::format(", handed in {}", hand_in.submitted_utc);
  if (grade.hand_ins == 1) return fmt::format("Handed in {}.", hand_in.submitted_utc);
  constexpr std::array kWhich = {"last", "best", "first"};
  return fmt::format("This is attempt {}{}; of {} attempts the {} counts.", hand_in.attempt, time, grade.hand_ins,
                     kWhich.at(static_cast<std::size_t>(grade.grading.attempts)));
}

void add_problem(GradedPage& page, const GradedProblem& problem, const ProblemGrade& grade) {
  page.add_heading(2, fmt::format("{}: {}", grade.name, given_of(grade.given, grade.possible)));
  for (std::size_t r = 0; r < grade.rules.size(); ++r) {
    const RuleGrade& rule = grade.rules[r];
    page.add_item(rule_text(problem.rules.at(r)),
                  fmt::format("{}, {}: {}", name_of(rule.verdict), given_of(rule.given, rule.possible),
                              finding_text(problem.rules.at(r), rule)));
  }
}

Table table_of(const Grading& grading, const GradeSheet& sheet, bool on_host) {
  Table table{{"problem", "rule", "verdict", "given", "possible", "what decided"}, {}};
  if (on_host) table.columns.emplace_back("note");
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r) {
      const GradingRule& rule = grading.problems.at(p).rules.at(r);
      const RuleGrade& grade = sheet.problems[p].rules[r];
      table.rows.push_back({sheet.problems[p].name, rule_text(rule), std::string(name_of(grade.verdict)),
                            points_cell(grade.given), points_cell(grade.possible), finding_text(rule, grade)});
      if (on_host) table.rows.back().emplace_back(std::string(kCheckedNotGradedNote));
    }
  return table;
}

}  // namespace

std::string adjustment_reason(const Adjustment& adjustment) {
  if (adjustment.by_rule) return adjustment.reason;
  const std::string date = adjustment.written_utc.substr(0, 10);
  const std::string author = adjustment.author.empty() ? "" : ", by " + adjustment.author;
  return adjustment.reason.empty() ? date : fmt::format("{}{}: {}", date, author, adjustment.reason);
}

std::string student_page(const StudentGrade& grade, const std::string& tables, const ReportOptions& options) {
  const GradeSheet& sheet = grade.sheet;
  GradedPage page(options);
  page.add_heading(1, fmt::format("{}: {}", grade.experiment, sheet.submission));
  page.add_paragraph(grade.about);
  if (grade.on_host) page.add_paragraph(std::string(kCheckedNotGraded));
  page.add_paragraph(total_line(sheet));
  if (grade.refused) page.add_paragraph("This submission was refused before it ran; the first point says why.");
  if (const std::string line = hand_in_line(grade); !line.empty()) page.add_paragraph(line);
  if (const std::string rank = rank_line(grade); !rank.empty()) page.add_paragraph(rank);
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    add_problem(page, grade.grading.problems.at(p), sheet.problems[p]);
  if (!sheet.adjustments.empty()) page.add_heading(2, "Adjustments");
  for (const Adjustment& adjustment : sheet.adjustments)
    page.add_item(adjustment_amount(adjustment), adjustment_reason(adjustment));
  page.add_paragraph(
      fmt::format("{} on {}, {}.", grade.on_host ? "Checked" : "Graded", grade.device, grade.graded_utc.substr(0, 10)));
  if (options.format != Format::csv) return page.finished(tables);
  page.add_table(table_of(grade.grading, sheet, grade.on_host));
  return page.finished();
}

}  // namespace warpledger
