#include "grading/class_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/text.h"
#include "grading/class_html.h"
#include "grading/graded_class.h"
#include "grading/graded_page.h"
#include "grading/submission_note.h"
#include "model/table.h"
#include "report/draw.h"

namespace warpledger {
namespace {

constexpr const char* kRatio = "the time relative to the reference's, with its interval";
constexpr const char* kUnknownNoise =
    "; another session's may be outside, because the device's noise is not measured: warpledger noise";

Cell ratio_cell(const std::optional<Ratio>& ratio, double Ratio::*part) {
  return ratio ? Cell(encode_number("%.3f", (*ratio).*part)) : Cell();
}

std::vector<std::string> columns_of(const GradedClass& graded) {
  const Grading& grading = graded.grading;
  std::vector<std::string> columns = {"submission"};
  for (const GradedProblem& problem : grading.problems)
    columns.push_back(fmt::format("{} | of {}", problem.name, points_text(problem.points)));
  columns.insert(columns.end(), {"adjustments", "total", "of", "open", "why 0"});
  if (has_ratios(grading)) columns.insert(columns.end(), {"ratio", "interval | from", "interval | to"});
  if (is_ranked(grading)) columns.emplace_back("rank");
  if (has_several_devices(graded)) columns.emplace_back("device");
  columns.emplace_back("flags");
  return columns;
}

/// "[2] [3]" when the class's first flag of this submission is its second one.
std::string footnotes(std::size_t first, std::size_t count) {
  std::vector<std::string> marks;
  for (std::size_t i = 0; i < count; ++i) marks.push_back(fmt::format("[{}]", first + i));
  return join(marks, " ");
}

Table table_of(const GradedClass& graded, bool with_notes) {
  Table table{columns_of(graded), {}};
  if (with_notes) table.columns.emplace_back("note");
  std::size_t next_flag = 1;
  for (const GradedSubmission& submission : graded.submissions) {
    const GradeSheet& sheet = submission.sheet;
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(sheet.submission);
    const auto points = [&](double given) { return submission.absent ? Cell() : points_cell(given); };
    for (const ProblemGrade& problem : sheet.problems) row.push_back(points(problem.given));
    row.push_back(sheet.adjustments.empty() ? Cell() : points_cell(adjusted_points(sheet)));
    row.push_back(points(sheet.total));
    row.push_back(points_cell(sheet.possible));
    row.push_back(sheet.open_points > 0 ? points_cell(sheet.open_points) : Cell());
    const std::optional<WhyZero> why = why_zero(graded.grading, submission);
    row.push_back(why ? Cell(std::string(name_of(*why))) : Cell());
    if (has_ratios(graded.grading)) {
      const std::optional<Ratio> ratio = ratio_of(graded.grading, submission);
      for (double Ratio::*part : {&Ratio::value, &Ratio::lower, &Ratio::upper}) row.push_back(ratio_cell(ratio, part));
    }
    if (is_ranked(graded.grading)) {
      const std::string rank = rank_text(standing_of(graded.grading, submission));
      row.push_back(rank.empty() ? Cell() : Cell(rank));
    }
    if (has_several_devices(graded))
      row.push_back(submission.device.mark.empty() ? Cell() : Cell(submission.device.mark));
    row.emplace_back(footnotes(next_flag, submission.flags.size()));
    next_flag += submission.flags.size();
    if (with_notes) row.emplace_back(submission_note(graded, submission));
  }
  return table;
}

/// "4 submissions, 1 of them with open points, 2 with flags", without what is not.
std::string count_line(const GradedClass& graded) {
  const auto count = [&](auto chosen) { return std::ranges::count_if(graded.submissions, chosen); };
  const auto absent = count([](const GradedSubmission& one) { return one.absent; });
  const auto open = count([](const GradedSubmission& one) { return one.sheet.open_points > 0; });
  const auto flagged = count([](const GradedSubmission& one) { return !one.flags.empty(); });
  const auto handed_in = std::ssize(graded.submissions) - absent;
  std::string line = fmt::format("{} submission{}", handed_in, handed_in == 1 ? "" : "s");
  if (absent > 0) line += fmt::format(", {} not handed in", absent);
  if (open > 0) line += fmt::format(", {} with open points", open);
  if (flagged > 0) line += fmt::format(", {} with flags", flagged);
  if (!graded.passed_over.empty())
    line += fmt::format("; {} file{} passed over", graded.passed_over.size(),
                        graded.passed_over.size() == 1 ? " was" : "s were");
  return line + ".";
}

void add_legend(GradedPage& page, const GradedClass& graded) {
  page.add_item("adjustments", "points that a person added or deducted");
  page.add_item(
      "open",
      "points of rules that cannot be judged yet; the submission's page has the reason, and the total may grow");
  page.add_item("why 0", "what keeps a submission without points from having any; its page has the first such point");
  if (has_ratios(graded.grading))
    page.add_item("ratio", graded.noise_known ? kRatio : fmt::format("{}{}", kRatio, kUnknownNoise));
  if (is_ranked(graded.grading))
    page.add_item("rank",
                  "1 is the fastest; = marks a tie; a submission with flags has no rank until a person has looked");
  if (has_several_devices(graded)) page.add_item("device", "that timed the submission and, beside it, the reference");
}

void add_flags(GradedPage& page, const GradedClass& graded) {
  std::size_t next_flag = 1;
  for (const GradedSubmission& submission : graded.submissions)
    for (const Flag& flag : submission.flags) {
      if (next_flag == 1) page.add_heading(2, "Flags for a person to look at");
      page.add_item(fmt::format("[{}] {}", next_flag++, submission.sheet.submission), flag_text(flag));
    }
}

void add_notes(GradedPage& page, const GradedClass& graded) {
  const std::vector<std::string> notes = note_texts(graded.notes);
  if (!notes.empty()) page.add_heading(2, "Notes");
  for (const std::string& note : notes) page.add_paragraph(note + ".");
}

void add_passed_over(GradedPage& page, const GradedClass& graded) {
  if (graded.passed_over.empty()) return;
  page.add_heading(2, "Files that were passed over");
  for (const PassedOver& one : graded.passed_over) page.add_item(one.file, one.why);
}

}  // namespace

std::string class_page(const GradedClass& graded, const ReportOptions& options, bool in_folder) {
  GradedPage page(options);
  page.add_heading(1, fmt::format("Grades of {}", graded.experiment));
  page.add_paragraph(graded.about);
  if (graded.on_host) page.add_paragraph(std::string(kCheckedNotGraded));
  page.add_paragraph(count_line(graded));
  page.add_paragraph(fmt::format("Session {} on {}; its last run began {}. Secret seeds: {}.", graded.session,
                                 graded.device, graded.graded_utc, graded.seeds.empty() ? "none" : join(graded.seeds)));
  const bool is_table_alone = options.format == Format::csv;
  const Table table = table_of(graded, is_table_alone && has_submission_notes(graded));
  if (options.format == Format::html)
    page.add_html(class_overview_html(graded) + class_rows_html(graded, table, in_folder));
  else
    page.add_table(table);
  add_legend(page, graded);
  add_flags(page, graded);
  add_notes(page, graded);
  add_passed_over(page, graded);
  return page.finished();
}

}  // namespace warpledger
