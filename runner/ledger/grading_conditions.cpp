#include "ledger/grading_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "store/quoted.h"

namespace warpledger {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

constexpr const char* kListColumns = "`warpledger query --columns points` lists its columns";

std::string hint_for(const std::string& name, const std::set<std::string>& columns) {
  const auto near = nearest(lower(name), {columns.begin(), columns.end()});
  return near ? fmt::format("did you mean '{}'? {}", *near, kListColumns) : kListColumns;
}

/// A name in a piece of SQL.
struct NameInSql {
  std::string name;
  std::size_t offset = 0;
  bool quoted = false;
};

bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Names and words of SQL, in their order; texts in single quotes are none.
std::vector<NameInSql> names_in(const std::string& sql) {
  std::vector<NameInSql> names;
  for (std::size_t i = 0; i < sql.size();) {
    std::size_t end = i + 1;
    if (sql[i] == '\'' || sql[i] == '"') {
      end = std::min(sql.find(sql[i], i + 1), sql.size() - 1) + 1;
      if (sql[i] == '"' && end > i + 2) names.push_back({sql.substr(i + 1, end - i - 2), i, true});
    } else if (is_in_name(sql[i])) {
      while (end < sql.size() && is_in_name(sql[end])) ++end;
      names.push_back({sql.substr(i, end - i), i, false});
    }
    i = end;
  }
  return names;
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
  for (const Parameter& parameter : experiment.family.parameters) names.push_back(parameter.name);
  for (std::size_t slot = experiment.family.symbols.size(); slot < experiment.symbols.size(); ++slot)
    names.push_back(experiment.symbols.names()[slot]);
  for (const WorkCount& work : experiment.family.work) names.push_back(work.name);
  for (const MetricRequest& metric : experiment.metrics) names.push_back(metric.name);
  return names;
}

}  // namespace

GradingConditions::GradingConditions(const LedgerReader& ledger, const Experiment& experiment) : ledger_(ledger) {
  for (const std::string& column : ledger.query("SELECT * FROM points LIMIT 0").columns) columns_.insert(lower(column));
  std::string missing;
  for (const std::string& name : names_of_points(experiment))
    if (columns_.insert(lower(name)).second) missing += fmt::format(", NULL AS {}", quoted_name(name));
  from_ = missing.empty() ? "points" : fmt::format("(SELECT *{} FROM points)", missing);
}

void GradingConditions::check(const PointCondition& condition) const {
  const std::string before = fmt::format("SELECT 1 FROM {} WHERE (", from_);
  // SQLite takes a name in double quotes that no column has for a text.
  for (const NameInSql& found : names_in(condition.sql))
    if (found.quoted && !columns_.contains(lower(found.name)))
      throw Error(place_in(condition, found.offset), fmt::format("the view points has no column '{}'", found.name),
                  hint_for(found.name, columns_));
  try {
    ledger_.query(fmt::format("{}{}\n) LIMIT 0", before, condition.sql));
  } catch (const Error& error) {
    const bool inside = error.where().line == 1 && error.where().column > before.size();
    throw Error(place_in(condition, inside ? error.where().column - 1 - before.size() : 0),
                fmt::format("not a condition on the view points: {}", error.problem()), kListColumns);
  }
}

std::vector<std::string> GradingConditions::columns_of(const PointCondition& condition) const {
  std::vector<std::string> columns;
  for (const NameInSql& found : names_in(condition.sql))
    if (columns_.contains(lower(found.name)) && std::ranges::count(columns, found.name) == 0)
      columns.push_back(found.name);
  return columns;
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
