#include "grading/pages/inspection_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/sql_text.h"
#include "base/text.h"
#include "grading/pages/graded_page.h"
#include "grading/pages/student_page.h"
#include "grading/score/evidence.h"
#include "grading/score/rule_text.h"
#include "model/digest.h"
#include "model/samples.h"
#include "model/table.h"

namespace warpledger {
namespace {

Table runs_table(const LedgerReader& ledger, const GradedRuns& runs) {
  std::vector<std::string> all = own_runs(runs);
  for (const TimedRound& round : runs.rounds) all.push_back(round.reference);
  return ledger.query(
      fmt::format("SELECT settings ->> '$.grading.role' AS role, settings ->> '$.grading.grid' AS grid, "
                  "nullif(settings ->> '$.grading.round', 0) AS round, seed, substr(run_uuid, 1, 8) AS run, outcome, "
                  "ok_points AS correct, recorded_points AS recorded, planned_points AS planned, reason "
                  "FROM runs WHERE run_uuid IN {} ORDER BY started_utc, run",
                  quoted_list(all)));
}

Table wrong_table(const LedgerReader& ledger, const GradedRuns& runs) {
  return ledger.query(fmt::format(
      "SELECT kernel, outcome, count(*) AS points, substr(run_uuid, 1, 8) AS run, identity AS first, reason "
      "FROM points WHERE run_uuid IN {} AND outcome <> 'ok' GROUP BY kernel, outcome, run_uuid "
      "HAVING ordinal = min(ordinal) ORDER BY started_utc, run_uuid, ordinal",
      quoted_list(own_runs(runs))));
}

Table sources_table(const LedgerReader& ledger, const Experiment& experiment, const GradedRuns& runs) {
  Table table{{"kernel", "file", "bytes", "SHA-256"}, {}};
  const Table texts = ledger.query(fmt::format(
      "SELECT kernel, name, text FROM sources WHERE run_uuid IN {} GROUP BY kernel, name ORDER BY kernel, place",
      quoted_list(runs.checked)));
  for (const std::vector<Cell>& row : texts.rows) {
    if (std::ranges::count(experiment.grading->submission, text_in(row[0])) == 0) continue;
    const std::string text = text_in(row[2]);
    table.rows.push_back({row[0], row[1], static_cast<std::int64_t>(text.size()), sha256(text).substr(0, 16)});
  }
  return table;
}

Table goals_table(const GradedProblem& problem, const ProblemEvidence& evidence) {
  Table table{{"goal", "point", "met", "numbers", "reason"}, {}};
  for (std::size_t r = 0; r < evidence.rules.size(); ++r)
    for (const GoalPoint& point : evidence.rules[r].goals)
      table.rows.push_back({rule_text(problem.rules[r]), point.name,
                            !point.met ? Cell() : Cell(std::string(*point.met ? "yes" : "no")),
                            numbers_text(point) + (point.modelled ? " (modelled)" : ""), absence_text(point)});
  return table;
}

Cell median_us(const TimedLaunches& launches) {
  return launches.samples_ns.empty() ? Cell() : Cell(1e-3 * median(launches.samples_ns));
}

Table times_table(const ProblemEvidence& evidence) {
  Table table{{"point", "round", "time [us]", "reference [us]", "ratio", "samples", "disturbed by"}, {}};
  for (const RuleEvidence& rule : evidence.rules)
    for (const TimedPoint& point : rule.timed)
      for (std::size_t round = 0; round < point.rounds.size(); ++round) {
        const TimesOfRound& times = point.rounds[round];
        const Cell own = median_us(times.submission);
        const Cell beside = median_us(times.reference);
        const auto own_us = number_in(own);
        const auto beside_us = number_in(beside);
        table.rows.push_back({point.name, static_cast<std::int64_t>(round + 1), own, beside,
                              own_us && beside_us ? Cell(*own_us / *beside_us) : Cell(),
                              static_cast<std::int64_t>(times.submission.samples_ns.size()),
                              times.submission.disturbance + times.reference.disturbance});
      }
  return table;
}

/// Older versions recorded texts that name folders of the machine.
void add_table(GradedPage& page, const std::string& heading, Table table) {
  if (table.rows.empty()) return;
  for (std::vector<Cell>& row : table.rows)
    for (Cell& cell : row)
      if (auto* text = std::get_if<std::string>(&cell)) *text = without_folders(*text);
  page.add_heading(2, heading);
  page.add_table(table);
}

void add_problem(GradedPage& page, const GradedProblem& problem, const ProblemGrade& grade,
                 const ProblemEvidence& evidence) {
  page.add_heading(
      2, fmt::format("{}: {} of {} points", grade.name, points_text(grade.given), points_text(grade.possible)));
  for (std::size_t r = 0; r < grade.rules.size(); ++r)
    page.add_item(rule_text(problem.rules.at(r)),
                  fmt::format("{}, {} of {}: {}", name_of(grade.rules[r].verdict), points_text(grade.rules[r].given),
                              points_text(grade.rules[r].possible), finding_text(problem.rules.at(r), grade.rules[r])));
  add_table(page, "Goals", goals_table(problem, evidence));
  add_table(page, "Times", times_table(evidence));
}

}  // namespace

std::string inspection_page(const LedgerReader& ledger, const Experiment& experiment, const GradedClass& graded,
                            const GradingSession& session, const std::string& submission,
                            const ReportOptions& options) {
  const GradedSubmission& shown = submission_named(graded, submission);
  const GradedAttempt& attempt = session.hand_ins.at(submission).at(shown.hand_in.attempt);
  const SubmissionEvidence evidence = read_evidence(ledger, experiment, submission, attempt.runs);
  GradedPage page(options);
  page.add_heading(1, fmt::format("{}: {}", graded.experiment, submission));
  if (graded.on_host) page.add_paragraph(std::string(kCheckedNotGraded));
  page.add_paragraph(fmt::format("Session {} on {}, secret seeds {}; attempt {}{}.", graded.session, graded.device,
                                 graded.seeds.empty() ? "none" : join(graded.seeds), attempt.uuid,
                                 attempt.whole ? "" : ", not finished"));
  page.add_paragraph(fmt::format("Total: {} of {} points, {} open.", points_text(shown.sheet.total),
                                 points_text(shown.sheet.possible), points_text(shown.sheet.open_points)));
  if (!shown.flags.empty()) page.add_heading(2, "Flags");
  for (const Flag& flag : shown.flags) page.add_item("look at", flag_text(flag));
  if (!shown.sheet.adjustments.empty()) page.add_heading(2, "Adjustments");
  for (const Adjustment& adjustment : shown.sheet.adjustments)
    page.add_item(adjustment_amount(adjustment), adjustment_reason(adjustment));
  for (std::size_t p = 0; p < shown.sheet.problems.size(); ++p)
    add_problem(page, graded.grading.problems.at(p), shown.sheet.problems[p], evidence.problems.at(p));
  add_table(page, "Points that are not correct", wrong_table(ledger, attempt.runs));
  add_table(page, "Runs", runs_table(ledger, attempt.runs));
  add_table(page, "Files", sources_table(ledger, experiment, attempt.runs));
  return page.finished();
}

}  // namespace warpledger
