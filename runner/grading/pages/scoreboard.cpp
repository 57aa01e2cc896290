#include "grading/pages/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "grading/score/evidence.h"
#include "model/samples.h"
#include "stats/ratio.h"

namespace warpledger {
namespace {

constexpr std::size_t kSortedColumns = 3;  // by Autolab, which rejects an order for further columns
constexpr double kAnyConfidence = 0.99;    // of an unused interval

bool looks_at_slowest(const GradingRule& rule) { return std::holds_alternative<TimeRule>(rule.judged); }

bool share_a_measure(const GradingRule& one, const GradingRule& other) {
  const auto sql = [](const GradingRule& rule) { return rule.where ? rule.where->sql : ""; };
  return looks_at_slowest(one) == looks_at_slowest(other) && sql(one) == sql(other);
}

/// Autolab reads a word before a colon as a key.
std::string header_of(const GradedProblem& problem, const GradingRule& rule) {
  std::string header = fmt::format("{} {}{} (us)", problem.name, looks_at_slowest(rule) ? "slowest point" : "mean time",
                                   rule.where ? " where " + rule.where->sql : "");
  std::ranges::replace_if(
      header, [](char c) { return c == ':' || c == '\n'; }, ' ');
  return header;
}

/// Returns the time of each point in its only round; absent if one is missing.
std::optional<std::vector<double>> times_us(const std::vector<TimedPoint>& points) {
  std::vector<double> times;
  for (const TimedPoint& point : points) {
    const std::vector<double>& samples_ns = point.rounds.at(0).submission.samples_ns;
    if (samples_ns.empty()) return std::nullopt;
    times.push_back(median(samples_ns) * 1e-3);
  }
  if (times.empty()) return std::nullopt;
  return times;
}

bool is_correct(const CheckedPoint& point) { return point.outcome == Outcome::ok; }

/// Rounds to nanoseconds, a GPU clock's resolution.
double rounded_us(double time_us) { return std::round(time_us * 1e3) * 1e-3; }

std::optional<double> value_of(const ScoreboardColumn& column, const Grading& grading,
                               const SubmissionEvidence& evidence) {
  const ProblemEvidence& problem = evidence.problems.at(column.problem);
  if (!std::ranges::all_of(problem.checked, is_correct)) return std::nullopt;
  const auto times = times_us(problem.rules.at(column.rule).timed);
  if (!times) return std::nullopt;
  const bool slowest = looks_at_slowest(grading.problems[column.problem].rules[column.rule]);
  return rounded_us(slowest ? std::ranges::max(*times) : geometric_mean(*times, kAnyConfidence)->value);
}

}  // namespace

std::vector<ScoreboardColumn> scoreboard_columns(const Grading& grading) {
  std::vector<ScoreboardColumn> columns;
  for (std::size_t p = 0; p < grading.problems.size(); ++p) {
    const std::vector<GradingRule>& rules = grading.problems[p].rules;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const auto is_there = [&](const ScoreboardColumn& column) {
        return column.problem == p && share_a_measure(rules[column.rule], rules[r]);
      };
      if (is_about_time(rules[r]) && std::ranges::none_of(columns, is_there))
        columns.push_back({header_of(grading.problems[p], rules[r]), p, r});
    }
  }
  return columns;
}

std::string scoreboard_specification(const Grading& grading) {
  const std::vector<ScoreboardColumn> columns = scoreboard_columns(grading);
  if (columns.empty()) return {};
  auto all = nlohmann::ordered_json::array({{{"hdr", "Correct"}}, {{"hdr", "Points"}}});
  for (const ScoreboardColumn& column : columns) {
    nlohmann::ordered_json described = {{"hdr", column.header}};
    if (all.size() < kSortedColumns) described["asc"] = 1;
    all.push_back(std::move(described));
  }
  return nlohmann::ordered_json{{"scoreboard", std::move(all)}}.dump() + "\n";
}

std::vector<double> scoreboard_entry(const LedgerReader& ledger, const Experiment& experiment,
                                     const std::string& run_uuid, double points) {
  const std::vector<ScoreboardColumn> columns = scoreboard_columns(*experiment.grading);
  if (columns.empty()) return {};
  const GradedRuns runs = {.checked = {run_uuid}, .profiled = {}, .rounds = {{run_uuid, run_uuid}}};
  const SubmissionEvidence evidence = read_evidence(ledger, experiment, experiment.submission, runs);
  if (evidence.incomplete) return {};
  std::ptrdiff_t correct = 0;
  for (const ProblemEvidence& problem : evidence.problems)
    correct += std::ranges::count_if(problem.checked, is_correct);
  std::vector<double> entry = {static_cast<double>(correct), points};
  for (const ScoreboardColumn& column : columns) {
    const std::optional<double> value = value_of(column, *experiment.grading, evidence);
    if (!value) return {};
    entry.push_back(*value);
  }
  return entry;
}

}  // namespace warpledger
