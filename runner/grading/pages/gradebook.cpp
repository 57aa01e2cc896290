#include "grading/pages/gradebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "grading/hand_in/submission_times.h"
#include "grading/pages/submission_note.h"
#include "report/draw.h"

namespace warpledger {
namespace {

std::vector<std::string> flag_texts(const GradedSubmission& submission) {
  std::vector<std::string> texts;
  for (const Flag& flag : submission.flags) texts.push_back(flag_text(flag));
  return texts;
}

/// Empty, not 0, for a person without a submission.
Cell total_cell(const GradedSubmission& submission) {
  return submission.absent ? Cell() : Cell(rounded_points(submission.sheet.total));
}

std::vector<Cell> points_row(const GradedClass& graded, const GradedSubmission& submission) {
  const GradeSheet& sheet = submission.sheet;
  const std::optional<Standing> standing = standing_of(graded.grading, submission);
  const std::optional<Ratio> ratio = ratio_of(graded.grading, submission);
  std::vector<Cell> row = {submission.absent ? Cell() : Cell(sheet.submission), total_cell(submission), sheet.possible};
  for (const ProblemGrade& problem : sheet.problems)
    row.push_back(submission.absent ? Cell() : Cell(rounded_points(problem.given)));
  row.push_back(submission.absent ? Cell() : Cell(adjusted_points(sheet)));
  row.insert(row.end(),
             {rounded_points(sheet.open_points), standing ? Cell(static_cast<std::int64_t>(standing->rank)) : Cell(),
              ratio ? Cell(ratio->value) : Cell(), join(flag_texts(submission), "; ")});
  if (has_several_devices(graded)) row.emplace_back(submission.device.mark);
  return row;
}

Cell why_cell(const GradedClass& graded, const GradedSubmission& submission) {
  const std::optional<WhyZero> why = why_zero(graded.grading, submission);
  return why ? Cell(std::string(name_of(*why))) : Cell();
}

void add_person_row(const GradedClass& graded, const RosterEntry& entry, const GradedSubmission& submission,
                    Table& table) {
  std::vector<Cell>& row = table.rows.emplace_back();
  row = {entry.name, entry.id, entry.section};
  const std::vector<Cell> points = points_row(graded, submission);
  row.insert(row.end(), points.begin(), points.end());
  row.push_back(why_cell(graded, submission));
  row.emplace_back(submission_note(graded, submission));
}

void add_strangers(const GradedClass& graded, Table& table) {
  for (const GradedSubmission& submission : graded.submissions)
    if (std::ranges::count(graded.people, submission.sheet.submission, &GradedPerson::submission) == 0)
      add_person_row(graded, {}, submission, table);
}

std::vector<std::string> columns_of_gradebook(const GradedClass& graded) {
  std::vector<std::string> columns = {"submission", "total", "possible"};
  for (const GradedProblem& problem : graded.grading.problems) columns.push_back(problem.name);
  columns.insert(columns.end(), {"adjustments", "open_points", "rank", "ratio", "flags"});
  if (has_several_devices(graded)) columns.emplace_back("device");
  return columns;
}

/// Returns Canvas's column: "axpy-hw (4711)" if the roster is Canvas's gradebook.
std::string assignment_of(const GradedClass& graded) {
  if (graded.on_host) return fmt::format("{} - {}", graded.experiment, kCheckedNotGradedNote);
  const auto is_its = [&](const std::string& column) {
    return lower_case(column) == lower_case(graded.experiment) ||
           lower_case(column).starts_with(lower_case(graded.experiment) + " (");
  };
  const auto found = std::ranges::find_if(graded.roster_columns, is_its);
  return found == graded.roster_columns.end() ? graded.experiment : *found;
}

double possible_points(const Grading& grading) {
  double possible = 0;
  for (const GradedProblem& problem : grading.problems) possible += problem.points;
  return possible;
}

std::string hours_text(std::int64_t seconds) {
  return fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

Cell lateness_cell(const GradedClass& graded, const GradedSubmission& submission) {
  if (!graded.grading.late) return {};
  const auto late_s = seconds_late(*graded.grading.late, submission.hand_in.submitted_utc);
  return late_s ? Cell(hours_text(*late_s)) : Cell();
}

std::string status_of(const GradedClass& graded, const GradedSubmission& submission) {
  if (submission.absent) return "Missing";
  return graded.on_host ? std::string(kCheckedNotGradedNote) : "Graded";
}

}  // namespace

std::string gradebook_csv(const GradedClass& graded) {
  Table table{columns_of_gradebook(graded), {}};
  if (graded.people.empty()) {
    for (const GradedSubmission& submission : graded.submissions)
      table.rows.emplace_back(points_row(graded, submission)).emplace_back(submission_note(graded, submission));
  } else {
    table.columns.insert(table.columns.begin(), {"name", "id", "section"});
    table.columns.emplace_back("why_0");
    for (const GradedPerson& person : graded.people)
      add_person_row(graded, person.entry, submission_named(graded, person.submission), table);
    add_strangers(graded, table);
  }
  if (has_submission_notes(graded))
    table.columns.emplace_back("note");
  else
    for (std::vector<Cell>& row : table.rows) row.pop_back();
  return render_spreadsheet(std::move(table));
}

std::string canvas_csv(const GradedClass& graded) {
  const auto has = [&](std::string RosterEntry::*field) {
    return std::ranges::any_of(graded.people, [&](const GradedPerson& one) { return !(one.entry.*field).empty(); });
  };
  std::vector<std::pair<std::string, std::string RosterEntry::*>> known = {{"Student", &RosterEntry::name},
                                                                           {"ID", &RosterEntry::id}};
  if (has(&RosterEntry::sis_id)) known.emplace_back("SIS User ID", &RosterEntry::sis_id);
  if (has(&RosterEntry::sis_id) || has(&RosterEntry::login)) known.emplace_back("SIS Login ID", &RosterEntry::login);
  known.emplace_back("Section", &RosterEntry::section);
  Table table;
  std::vector<Cell>& possible = table.rows.emplace_back(known.size(), Cell(""));
  for (const auto& [column, field] : known) table.columns.push_back(column);
  table.columns.push_back(assignment_of(graded));
  possible.front() = "    Points Possible";
  possible.emplace_back(possible_points(graded.grading));
  for (const GradedPerson& person : graded.people) {
    std::vector<Cell>& row = table.rows.emplace_back();
    for (const auto& [column, field] : known) row.emplace_back(person.entry.*field);
    row.push_back(total_cell(submission_named(graded, person.submission)));
  }
  return render_spreadsheet(std::move(table));
}

std::string gradescope_csv(const GradedClass& graded) {
  Table table{{"First Name", "Last Name", "SID", "Email", "Sections", "Total Score", "Max Points", "Status",
               "Submission Time", "Lateness (H:M:S)"},
              {}};
  for (const GradedPerson& person : graded.people) {
    const GradedSubmission& submission = submission_named(graded, person.submission);
    const auto [first, last] = name_parts(person.entry.name);
    table.rows.push_back({first, last, person.entry.id, person.entry.email, person.entry.section,
                          total_cell(submission), possible_points(graded.grading), status_of(graded, submission),
                          submission.hand_in.submitted_utc, lateness_cell(graded, submission)});
  }
  return render_spreadsheet(std::move(table));
}

}  // namespace warpledger
