#include "grading/rule_text.h"

#include <fmt/format.h>

#include <variant>

#include "grading/evidence.h"
#include "grading/grade_rule.h"

namespace warpledger {
namespace {

/// The words before and behind the condition that chooses points.
struct RuleWords {
  std::string what;
  std::string terms;
};

struct WordsOfRule {
  RuleWords operator()(const CorrectRule& rule) const {
    return {rule.credit == Credit::all ? "every point correct" : "the share of points that are correct", ""};
  }
  RuleWords operator()(const GoalRule& rule) const {
    return {rule.credit == Credit::all ? rule.goal.sql : fmt::format("the share of points with {}", rule.goal.sql), ""};
  }
  RuleWords operator()(const RatioRule& rule) const {
    return {"time relative to the reference's",
            fmt::format(": full marks up to {}, none from {}", rule.full, rule.none)};
  }
  RuleWords operator()(const TimeRule& rule) const {
    std::string terms;
    for (const TimeLimit& limit : rule.limits)
      terms += fmt::format("{} {} points up to {} µs", terms.empty() ? ":" : ",", limit.points, limit.limit_us);
    return {"time of the slowest point", std::move(terms)};
  }
  RuleWords operator()(const RankRule&) const {
    return {"rank in the class by the time relative to the reference's", ""};
  }
};

/// "met: all 40 points are correct"
std::string verdict_on(const GradingRule& rule, const RuleEvidence& evidence, const ProblemEvidence& problem,
                       const std::string& incomplete) {
  if (is_about_time(rule)) return "judged during grading, with the reference";
  const RuleGrade grade = grade_rule(rule, evidence, problem, incomplete, {});
  if (grade.verdict == RuleVerdict::cannot_judge) return fmt::format("cannot be judged here: {}", grade.sentence);
  return fmt::format("{}: {}", name_of(grade.verdict), grade.sentence);
}

}  // namespace

std::string rule_text(const GradingRule& rule) {
  const RuleWords words = std::visit(WordsOfRule{}, rule.judged);
  return words.what + (rule.where ? fmt::format(" where {}", rule.where->sql) : "") + words.terms;
}

std::string checked_rules(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid) {
  const GradedRuns runs = {.checked = {run_uuid}, .profiled = {run_uuid}, .rounds = {}};
  const SubmissionEvidence evidence = read_evidence(ledger, experiment, experiment.submission, runs);
  std::string text = "What the rules say about these points; grading may add shapes and inputs:\n";
  for (std::size_t p = 0; p < experiment.grading->problems.size(); ++p) {
    const GradedProblem& problem = experiment.grading->problems[p];
    text += fmt::format("{}\n", problem.name);
    for (std::size_t r = 0; r < problem.rules.size(); ++r)
      text += fmt::format(
          "  {}: {}\n", rule_text(problem.rules[r]),
          verdict_on(problem.rules[r], evidence.problems[p].rules[r], evidence.problems[p], evidence.incomplete));
  }
  return text;
}

}  // namespace warpledger
