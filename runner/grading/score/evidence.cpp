#include "grading/score/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/sql_text.h"
#include "grading/measure/reference_point.h"
#include "ledger/grading_conditions.h"
#include "ledger/measured_points.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// Queries bind one run, so that a statement serves all submissions. SQLite cannot estimate the length of a list, and
/// would scan the points of all runs.
constexpr const char* kOfRun = "run_uuid = ?1";

/// Reports the first incomplete run.
std::optional<Incomplete> why_incomplete(const LedgerReader& ledger, const std::vector<std::string>& runs) {
  for (const std::string& uuid : runs) {
    const Table found = ledger.query(
        "SELECT outcome, recorded_points, planned_points, forgotten, reason FROM runs WHERE run_uuid = ?1", {uuid});
    if (found.rows.empty()) return Incomplete{.why = Incomplete::Why::not_in_ledger, .run = uuid};
    const std::vector<Cell>& row = found.rows[0];
    if (whole_in(row[3]) == 1) return Incomplete{.why = Incomplete::Why::forgotten, .run = uuid};
    if (text_in(row[0]) != "finished" || whole_in(row[1]) < whole_in(row[2]))
      return Incomplete{.why = Incomplete::Why::interrupted,
                        .run = uuid,
                        .outcome = text_in(row[0]),
                        .recorded = whole_in(row[1]),
                        .planned = whole_in(row[2]),
                        .reason = text_in(row[4])};
  }
  return std::nullopt;
}

bool is_of_host(const LedgerReader& ledger, const std::string& run_uuid) {
  const Table rows = ledger.query("SELECT device_backend FROM runs WHERE run_uuid = ?1", {run_uuid});
  return !rows.rows.empty() && text_in(rows.rows[0][0]) == "host";
}

/// Returns the absent metrics by point. On a host, the model's reason replaces the measurement's.
std::map<std::int64_t, std::vector<Absence>> absences(const LedgerReader& ledger, const std::string& run_uuid,
                                                      bool on_host) {
  const char* const measured = "SELECT point, name, reason FROM metrics WHERE value IS NULL AND run = {0}";
  const char* const modelled =
      "SELECT point, name, reason FROM estimates WHERE reason IS NOT NULL AND run = {0} UNION ALL "
      "SELECT point, name, reason FROM metrics WHERE value IS NULL AND run = {0} AND NOT EXISTS "
      "(SELECT 1 FROM estimates AS e WHERE e.point = metrics.point AND e.name = metrics.name)";
  const Table rows =
      ledger.query(fmt::format(fmt::runtime(std::string(on_host ? modelled : measured) + " ORDER BY point, name"),
                               fmt::format("(SELECT run FROM runs WHERE {})", kOfRun)),
                   {run_uuid});
  std::map<std::int64_t, std::map<std::string, std::vector<std::string>>> names;
  for (const std::vector<Cell>& row : rows.rows) names[whole_in(row[0])][text_in(row[2])].push_back(text_in(row[1]));
  std::map<std::int64_t, std::vector<Absence>> absent;
  for (const auto& [point, of_point] : names)
    for (const auto& [reason, metrics] : of_point) absent[point].push_back({reason, metrics});
  return absent;
}

bool is_of(const std::string& kernel, const std::string& identity) {
  return identity.substr(0, identity.find(' ')) == kernel;
}

class EvidenceReader {
 public:
  EvidenceReader(const LedgerReader& ledger, const Experiment& experiment, const GradedRuns& runs)
      : ledger_(ledger),
        conditions_(ledger, experiment),
        times_(ledger, runs.rounds, experiment.grading->reference),
        profiled_(runs.profiled),
        all_(own_runs(runs)),
        refused_(runs.refused) {
    for (const TimedRound& round : runs.rounds) timed_.push_back(round.submission);
  }

  const std::vector<std::string>& runs() const { return all_; }

  ProblemEvidence read(const GradedProblem& problem) const {
    const std::string kernels = fmt::format("kernel IN {}", quoted_list(problem.kernels));
    ProblemEvidence evidence{.checked = checked(kernels, {}), .rules = {}, .timed = !timed_.empty()};
    for (const std::string& kernel : problem.kernels)
      if (std::ranges::none_of(evidence.checked, [&](const CheckedPoint& point) { return is_of(kernel, point.name); }))
        evidence.without_points.push_back(kernel);
    for (const GradingRule& rule : problem.rules) {
      RuleEvidence& of_rule = evidence.rules.emplace_back();
      if (std::holds_alternative<CorrectRule>(rule.judged)) {
        of_rule.checked = checked(kernels, rule.where);
      } else if (const auto* goal = std::get_if<GoalRule>(&rule.judged)) {
        of_rule.goals = goals(kernels, goal->goal, rule.where);
      } else {
        of_rule.timed = timed(kernels, rule.where);
      }
    }
    return evidence;
  }

 private:
  std::string select_of_run(const std::string& what, const std::string& kernels,
                            const std::optional<PointCondition>& where) const {
    return conditions_.select(what, fmt::format("{} AND {}", kernels, kOfRun), where, PointNumbers::measured);
  }

  std::vector<CheckedPoint> checked(const std::string& kernels, const std::optional<PointCondition>& where) const {
    const std::string sql = select_of_run(
        "coalesce(identity || ' (' || launch || ')', identity), outcome, reason, device_backend", kernels, where);
    std::vector<CheckedPoint> points;
    for (const std::string& uuid : all_) add_checked(ledger_.query(sql, {uuid}), points);
    return points;
  }

  void add_checked(const Table& rows, std::vector<CheckedPoint>& points) const {
    for (const std::vector<Cell>& row : rows.rows) {
      const Outcome outcome = outcome_named(text_in(row[1])).value_or(Outcome::crashed);
      // a GPU may accept what the host does not know
      const bool open = outcome == Outcome::invalid_point && (refused_ || text_in(row[3]) == "host");
      points.push_back({text_in(row[0]), outcome, text_in(row[2]), open});
    }
  }

  std::vector<GoalPoint> goals(const std::string& kernels, const PointCondition& goal,
                               const std::optional<PointCondition>& where) const {
    const std::vector<std::string> columns = conditions_.columns_of(goal);
    std::string what = fmt::format("point, identity, (\n{}\n) AS met", goal.sql);
    for (const std::string& column : columns) what += fmt::format(", {}", quoted_name(column));
    std::vector<GoalPoint> points;
    for (const std::string& uuid : profiled_) {
      const bool on_host = is_of_host(ledger_, uuid);
      const std::string sql = conditions_.select(what, fmt::format("{} AND {}", kernels, kOfRun), where,
                                                 on_host ? PointNumbers::modelled : PointNumbers::measured);
      add_goals(uuid, on_host, ledger_.query(sql, {uuid}), columns, points);
    }
    return points;
  }

  void add_goals(const std::string& run, bool on_host, const Table& rows, const std::vector<std::string>& columns,
                 std::vector<GoalPoint>& points) const {
    std::map<std::int64_t, std::vector<Absence>> absent;
    for (const std::vector<Cell>& row : rows.rows) {
      points.push_back(goal_point(rows, row, columns));
      GoalPoint& point = points.back();
      if (point.met) continue;
      if (absent.empty()) absent = absences(ledger_, run, on_host);
      point.absent = absent[whole_in(row[0])];
    }
  }

  /// Columns: point, identity, met, and those of the goal.
  static GoalPoint goal_point(const Table& rows, const std::vector<Cell>& row,
                              const std::vector<std::string>& columns) {
    constexpr std::size_t kMet = 2, kFirst = 3;
    GoalPoint point{.name = text_in(row[1]), .met = {}, .numbers = {}, .absent = {}};
    for (std::size_t i = 0; i < columns.size(); ++i) point.numbers.push_back({columns[i], row[kFirst + i]});
    point.modelled = rows.is_modelled(kMet);
    if (const auto met = number_in(row[kMet])) point.met = *met != 0;
    return point;
  }

  /// Returns the points of all rounds, in order of first appearance.
  std::vector<TimedPoint> timed(const std::string& kernels, const std::optional<PointCondition>& where) const {
    const std::string sql = select_of_run("kernel, identity", kernels, where);
    std::set<std::string> seen;
    std::vector<TimedPoint> points;
    for (const std::string& uuid : timed_)
      for (const std::vector<Cell>& row : ledger_.query(sql, {uuid}).rows)
        if (seen.insert(text_in(row[1])).second) points.push_back(times_.times_of(text_in(row[0]), text_in(row[1])));
    return points;
  }

  const LedgerReader& ledger_;
  GradingConditions conditions_;
  RoundTimes times_;
  std::vector<std::string> profiled_;
  std::vector<std::string> timed_;
  std::vector<std::string> all_;
  bool refused_;
};

std::vector<Adjustment> adjustments_of(const LedgerReader& ledger, const std::string& experiment,
                                       const std::string& submission) {
  const Table rows = ledger.query(
      "SELECT problem, points, percent, reason, author, written_utc FROM adjustments WHERE experiment = ?1 AND "
      "submission = ?2",
      {experiment, submission});
  std::vector<Adjustment> adjustments;
  for (const std::vector<Cell>& row : rows.rows)
    adjustments.push_back({.experiment = experiment,
                           .submission = submission,
                           .problem = text_in(row[0]),
                           .points = number_in(row[1]),
                           .percent = number_in(row[2]),
                           .reason = text_in(row[3]),
                           .author = text_in(row[4]),
                           .written_utc = text_in(row[5])});
  return adjustments;
}

}  // namespace

SubmissionEvidence read_evidence(const LedgerReader& ledger, const Experiment& experiment,
                                 const std::string& submission, const GradedRuns& runs) {
  const EvidenceReader reader(ledger, experiment, runs);
  SubmissionEvidence evidence{.submission = submission,
                              .incomplete = why_incomplete(ledger, reader.runs()),
                              .problems = {},
                              .adjustments = adjustments_of(ledger, experiment.name, submission)};
  for (const GradedProblem& problem : experiment.grading->problems) evidence.problems.push_back(reader.read(problem));
  return evidence;
}

RoundTimes::RoundTimes(const LedgerReader& ledger, const std::vector<TimedRound>& rounds,
                       const std::map<std::string, std::string>& reference)
    : reference_(reference) {
  for (const TimedRound& round : rounds)
    rounds_.push_back({launches_of(ledger, round.submission), launches_of(ledger, round.reference)});
}

TimedPoint RoundTimes::times_of(const std::string& kernel, const std::string& identity) const {
  TimedPoint point{.name = identity, .rounds = {}};
  for (const Round& round : rounds_) {
    TimesOfRound& times = point.rounds.emplace_back();
    const auto own = std::ranges::find(round.submission.identities, identity);
    if (own != round.submission.identities.end())
      times.submission = round.submission.launches[static_cast<std::size_t>(own - round.submission.identities.begin())];
    if (const auto beside = find_reference(identity, reference_.at(kernel), round.reference.identities))
      times.reference = round.reference.launches[*beside];
  }
  return point;
}

RoundTimes::Launches RoundTimes::launches_of(const LedgerReader& ledger, const std::string& run_uuid) {
  Launches of_run;
  const Table run = ledger.query("SELECT run FROM runs WHERE run_uuid = ?1", {run_uuid});
  if (run.rows.empty()) return of_run;
  for (MeasuredPoint& point : read_timed_points(ledger, whole_in(run.rows[0][0]))) {
    if (point.outcome != "ok") continue;
    of_run.identities.push_back(point.identity);
    of_run.launches.push_back(std::move(point.launches));
  }
  return of_run;
}

}  // namespace warpledger
