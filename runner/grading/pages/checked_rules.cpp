#include "grading/pages/checked_rules.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/sql_text.h"
#include "grading/pages/scoreboard.h"
#include "grading/score/evidence.h"
#include "grading/score/grade_rule.h"
#include "grading/score/graded_class.h"
#include "grading/score/rule_text.h"

namespace warpledger {

CheckedSubmission read_check(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid) {
  const std::vector<Cell> run =
      ledger
          .query(fmt::format(
              "SELECT device_name, device_backend = 'host', recorded_points = planned_points FROM runs WHERE "
              "run_uuid = {}",
              quoted_text(run_uuid)))
          .rows.at(0);
  const GradedRuns runs = {.checked = {run_uuid}, .profiled = {run_uuid}, .rounds = {}};
  std::array evidence = {read_evidence(ledger, experiment, experiment.submission, runs)};
  evidence.front().adjustments.clear();  // they apply to grades
  CheckedSubmission checked = {.experiment = experiment.name,
                               .device = text_in(run[0]),
                               .on_host = whole_in(run[1]) != 0,
                               .complete = whole_in(run[2]) != 0,
                               .grading = *experiment.grading,
                               .sheet = grade_class(*experiment.grading, evidence, {}).front()};
  if (checked.complete && !checked.on_host)
    checked.scoreboard = scoreboard_entry(ledger, experiment, run_uuid, rounded_points(checked.sheet.total));
  return checked;
}

std::string checked_verdict(const GradingRule& rule, const RuleGrade& grade) {
  const bool open = grade.verdict == RuleVerdict::cannot_judge;
  if (open && is_about_time(rule)) return "judged during grading, with the reference";
  return fmt::format("{}: {}", open ? "cannot be judged here" : name_of(grade.verdict), finding_text(rule, grade));
}

std::string checked_rules(const CheckedSubmission& checked) {
  std::string text = "What the rules say about these points; grading may add shapes and inputs:\n";
  for (std::size_t p = 0; p < checked.sheet.problems.size(); ++p) {
    const ProblemGrade& problem = checked.sheet.problems[p];
    text += fmt::format("{}\n", problem.name);
    for (std::size_t r = 0; r < problem.rules.size(); ++r) {
      const GradingRule& rule = checked.grading.problems.at(p).rules.at(r);
      const std::string verdict = checked_verdict(rule, problem.rules[r]);
      // The rest of a compiler's message is already printed.
      text += fmt::format("  {}: {}\n", rule_text(rule), verdict.substr(0, verdict.find('\n')));
    }
  }
  return text;
}

}  // namespace warpledger
