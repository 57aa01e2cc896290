#include "ledger/grading_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "store/view_comments.h"

namespace warpledger {
namespace {

constexpr const char* kListColumns = "`warpledger query --columns points` lists its columns";
constexpr std::string_view kNoColumn = "no such column: ";

std::string hint_for(const std::string& problem, const std::vector<std::string>& columns) {
  if (!problem.starts_with(kNoColumn)) return kListColumns;
  const auto near = nearest(std::string_view(problem).substr(kNoColumn.size()), columns);
  return near ? fmt::format("did you mean '{}'? {}", *near, kListColumns) : kListColumns;
}

/// Exact only if the condition is unchanged on one line of the file.
Place place_in(const PointCondition& condition, std::size_t offset) {
  Place place = condition.place;
  if (place.column > 0 && place.line_text.compare(place.column - 1, condition.sql.size(), condition.sql) == 0)
    place.column += std::min(offset, condition.sql.size());
  return place;
}

class ColumnTypes {
 public:
  ColumnTypes(const Experiment& experiment, const Library& library) : comments_(schema_folder(library.roots())) {
    const auto add = [&](const std::string& name, SqlType type) { own_[lower_case(name)] = type; };
    for (std::size_t slot = experiment.first_own_slot(); slot < experiment.symbols.size(); ++slot)
      add(experiment.symbols.names()[slot], experiment.symbols.has_words(slot) ? SqlType::text : SqlType::number);
    for (const Parameter& parameter : experiment.only_family().parameters)
      add(parameter.name, experiment.symbols.has_words(parameter.slot) ? SqlType::text : SqlType::number);
    for (const WorkCount& work : experiment.only_family().work) add(work.name, SqlType::number);
    for (const MetricRequest& metric : experiment.metrics) add(metric.name, SqlType::number);
  }

  /// A column of the view is a number if its comment has a unit.
  SqlType of(const std::string& column) const {
    const std::string name = lower_case(column);
    if (const auto own = own_.find(name); own != own_.end()) return own->second;
    const auto meaning = comments_.meaning("points", name);
    return !meaning ? SqlType::unknown : meaning->unit.empty() ? SqlType::text : SqlType::number;
  }

 private:
  ViewComments comments_;
  std::map<std::string, SqlType> own_;
};

/// Returns columns that exist in any ledger.
std::vector<std::string> names_of_points(const Experiment& experiment) {
  std::vector<std::string> names = {"blocks", "warps", "threads"};
  for (const Parameter& parameter : experiment.only_family().parameters) names.push_back(parameter.name);
  for (std::size_t slot = experiment.first_own_slot(); slot < experiment.symbols.size(); ++slot)
    names.push_back(experiment.symbols.names()[slot]);
  for (const WorkCount& work : experiment.only_family().work) names.push_back(work.name);
  for (const MetricRequest& metric : experiment.metrics) names.push_back(metric.name);
  return names;
}

std::vector<std::string> columns_of_view(const LedgerReader& ledger, const char* view) {
  return ledger.query(fmt::format("SELECT * FROM {} LIMIT 0", view)).columns;
}

/// SQL names are case-insensitive.
bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::any_of(names, [&](const std::string& one) { return lower_case(one) == lower_case(name); });
}

/// NULL for `columns` that the view lacks.
std::string with_columns(const char* view, const std::vector<std::string>& own,
                         const std::vector<std::string>& columns) {
  std::string missing;
  for (const std::string& name : columns)
    if (!has_name(own, name)) missing += fmt::format(", NULL AS {}", quoted_name(name));
  return fmt::format("(SELECT *{} FROM {}) AS points", missing, view);
}

}  // namespace

GradingConditions::GradingConditions(const LedgerReader& ledger, const Experiment& experiment)
    : ledger_(ledger), columns_(columns_of_view(ledger, "points")) {
  const std::vector<std::string> measured = columns_;
  for (const std::string& name : names_of_points(experiment))
    if (!has_name(columns_, name)) columns_.push_back(name);
  from_measured_ = with_columns("points", measured, columns_);
  from_modelled_ = with_columns("points_modelled", columns_of_view(ledger, "points_modelled"), columns_);
}

void GradingConditions::check(const PointCondition& condition, const TypeOfColumn& type_of) const {
  if (const auto stray = stray_parenthesis(condition.sql))  // it would close the query's own parenthesis
    throw Error(place_in(condition, *stray), "not a condition on the view points: no parenthesis is open here",
                "remove this ), or open it with a (");
  try {
    columns_of(condition);
  } catch (const Error& error) {
    throw Error(place_in(condition, error.where().line == 1 ? error.where().column - 1 : 0),
                fmt::format("not a condition on the view points: {}", error.problem()),
                hint_for(error.problem(), columns_));
  }
  if (const auto fault = find_sql_fault(condition.sql, type_of))
    throw Error(place_in(condition, fault->offset),
                fmt::format("not a condition on the view points: {}", fault->problem), fault->hint);
}

std::vector<std::string> GradingConditions::columns_of(const PointCondition& condition) const {
  return ledger_.columns_read(columns_, condition.sql);
}

std::string GradingConditions::select(const std::string& what, const std::string& of_runs,
                                      const std::optional<PointCondition>& condition, PointNumbers numbers) const {
  return fmt::format("SELECT {} FROM {} WHERE {} AND (\n{}\n) ORDER BY started_utc, run, ordinal", what,
                     numbers == PointNumbers::modelled ? from_modelled_ : from_measured_, of_runs,
                     condition ? condition->sql : "TRUE");
}

void check_grading(const Experiment& experiment, const Library& library) {
  const LedgerReader empty = open_empty_ledger(library);
  const GradingConditions conditions(empty, experiment);
  const ColumnTypes types(experiment, library);
  const auto type_of = [&](const std::string& column) { return types.of(column); };
  for (const GradedProblem& problem : experiment.grading->problems)
    for (const GradingRule& rule : problem.rules) {
      if (const auto* goal = std::get_if<GoalRule>(&rule.judged)) conditions.check(goal->goal, type_of);
      if (rule.where) conditions.check(*rule.where, type_of);
    }
}

}  // namespace warpledger
