#include "ledger/grading_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"

namespace warpledger {
namespace {

constexpr const char* kListColumns = "`warpledger query --columns points` lists its columns";
constexpr std::string_view kNoColumn = "no such column: ";

/// What may help with `problem`, SQLite's words on a condition.
std::string hint_for(const std::string& problem, const std::vector<std::string>& columns) {
  if (!problem.starts_with(kNoColumn)) return kListColumns;
  const auto near = nearest(std::string_view(problem).substr(kNoColumn.size()), columns);
  return near ? fmt::format("did you mean '{}'? {}", *near, kListColumns) : kListColumns;
}

/// The place `offset` bytes into a condition, as far as it stands in one line as it is.
Place place_in(const PointCondition& condition, std::size_t offset) {
  Place place = condition.place;
  if (place.column > 0 && place.line_text.compare(place.column - 1, condition.sql.size(), condition.sql) == 0)
    place.column += std::min(offset, condition.sql.size());
  return place;
}

/// The names of the columns that a point of the experiment has, whatever the ledger holds.
std::vector<std::string> names_of_points(const Experiment& experiment) {
  std::vector<std::string> names = {"blocks", "warps", "threads"};
  for (const Parameter& parameter : experiment.only_family().parameters) names.push_back(parameter.name);
  for (std::size_t slot = experiment.first_own_slot(); slot < experiment.symbols.size(); ++slot)
    names.push_back(experiment.symbols.names()[slot]);
  for (const WorkCount& work : experiment.only_family().work) names.push_back(work.name);
  for (const MetricRequest& metric : experiment.metrics) names.push_back(metric.name);
  return names;
}

}  // namespace

GradingConditions::GradingConditions(const LedgerReader& ledger, const Experiment& experiment)
    : ledger_(ledger), columns_(ledger.query("SELECT * FROM points LIMIT 0").columns) {
  std::string missing;
  for (const std::string& name : names_of_points(experiment)) {
    const auto is_it = [&](const std::string& column) { return lower_case(column) == lower_case(name); };
    if (std::ranges::any_of(columns_, is_it)) continue;
    columns_.push_back(name);
    missing += fmt::format(", NULL AS {}", quoted_name(name));
  }
  from_ = missing.empty() ? "points" : fmt::format("(SELECT *{} FROM points) AS points", missing);
}

void GradingConditions::check(const PointCondition& condition) const {
  if (const auto stray = stray_parenthesis(condition.sql))  // it would close what the query puts around the condition
    throw Error(place_in(condition, *stray), "not a condition on the view points: no parenthesis is open here",
                "remove this ), or open it with a (");
  try {
    columns_of(condition);
  } catch (const Error& error) {
    throw Error(place_in(condition, error.where().line == 1 ? error.where().column - 1 : 0),
                fmt::format("not a condition on the view points: {}", error.problem()),
                hint_for(error.problem(), columns_));
  }
}

std::vector<std::string> GradingConditions::columns_of(const PointCondition& condition) const {
  return ledger_.columns_read(columns_, condition.sql);
}

std::string GradingConditions::select(const std::string& what, const std::string& of_runs,
                                      const std::optional<PointCondition>& condition) const {
  return fmt::format("SELECT {} FROM {} WHERE {} AND (\n{}\n) ORDER BY started_utc, run, ordinal", what, from_, of_runs,
                     condition ? condition->sql : "TRUE");
}

void check_grading(const Experiment& experiment, const Library& library) {
  const LedgerReader empty = open_empty_ledger(library);
  const GradingConditions conditions(empty, experiment);
  for (const GradedProblem& problem : experiment.grading->problems)
    for (const GradingRule& rule : problem.rules) {
      if (const auto* goal = std::get_if<GoalRule>(&rule.judged)) conditions.check(goal->goal);
      if (rule.where) conditions.check(*rule.where);
    }
}

}  // namespace warpledger
