#include "compare/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/run_selection.h"
#include "model/table.h"

namespace warpledger {
namespace {

using SeriesKey = std::tuple<std::string, std::string, std::string, std::string>;

/// The conditions on runs, over a row of the view runs.
std::vector<std::string> run_conditions(const SeriesFilter& filter) {
  std::vector<std::string> conditions = {"run NOT IN (SELECT run FROM forgotten)"};
  const auto add = [&](const std::string& value, const char* format) {
    if (!value.empty())
      conditions.push_back(
          fmt::format(fmt::runtime(format), fmt::arg("value", quoted_text(value)), fmt::arg("size", value.size())));
  };
  add(filter.experiment, "experiment = {value}");
  add(filter.device, "(instr(device_name, {value}) > 0 OR substr(device_uuid, 1, {size}) = {value})");
  add(filter.submission, "submission = {value}");
  add(filter.tag, "run IN (SELECT run FROM tags WHERE tag = {value})");
  const auto moment = [](const std::string& text) { return text.empty() ? text : utc_beginning(text); };
  add(moment(filter.since), "substr(started_utc, 1, {size}) >= {value}");
  add(moment(filter.until), "substr(started_utc, 1, {size}) <= {value}");
  return conditions;
}

struct NamedValue {
  std::string name;
  std::string value;  ///< SQL: a number, or a word as text
};

NamedValue named_value(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw Error(fmt::format("--set: '{}' is not a parameter with a value", text), "write NAME=VALUE: d_l=32");
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [last, failure] = std::from_chars(text.data() + equals + 1, end, number);
  const bool is_number = failure == std::errc() && last == end;
  return {text.substr(0, equals), is_number ? fmt::format("{}", number) : quoted_text(text.substr(equals + 1))};
}

void check_column(const LedgerReader& ledger, const std::string& name, const char* option) {
  const std::vector<std::string> columns = ledger.query("SELECT * FROM points WHERE 0").columns;
  if (std::find(columns.begin(), columns.end(), name) != columns.end()) return;
  const auto near = nearest(name, columns);
  throw Error(
      fmt::format("{}: the view points has no column '{}'", option, name),
      near ? fmt::format("did you mean '{}'?", *near) : "`warpledger query --columns points` lists the columns");
}

std::vector<std::string> texts_of(const LedgerReader& ledger, const std::string& sql) {
  std::vector<std::string> texts;
  for (const std::vector<Cell>& row : ledger.query(sql).rows)
    if (!text_in(row[0]).empty()) texts.push_back(text_in(row[0]));
  return texts;
}

/// Refuses `value` of `option` when it is none of what `sql` finds.
void check_name(const LedgerReader& ledger, const char* option, const std::string& value, const std::string& sql) {
  if (value.empty()) return;
  const std::vector<std::string> names = texts_of(ledger, sql);
  if (std::find(names.begin(), names.end(), value) != names.end()) return;
  if (names.empty()) throw Error(fmt::format("{}: this ledger has none", option), "remove the option");
  throw Error(fmt::format("{}: '{}' is not in this ledger", option, value), did_you_mean(value, names));
}

/// What a series is known by: experiment, submission, device, identity.

constexpr std::size_t kValue = 10;  // the metric's place in a row

Table rows_of(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric) {
  const char* quartiles = metric == kTimeMetric ? "time_q1_us, time_q3_us" : "NULL, NULL";
  const std::string sql = fmt::format(
      "SELECT experiment, submission, device_uuid, identity, device_name, run, run_uuid, started_utc, "
      "outcome, key, {}, {} FROM points WHERE {} ORDER BY started_utc, run_uuid, ordinal",
      column_of_points(metric), quartiles, condition_of(filter));
  try {
    // No time is modelled, and to find what is takes several answers.
    return metric == kTimeMetric ? ledger.query(sql) : ledger.marked_query(sql);
  } catch (const Error&) {
    check_columns(ledger, filter, metric);  // which would cost the time of a short query, were it always asked first
    throw;
  }
}

/// A number that is made of measured and modelled ones is none.
Observation observation_of(const std::vector<Cell>& row, Mark mark) {
  const auto value = mark == Mark::mixed ? std::nullopt : number_in(row[kValue]);
  return {whole_in(row[5]),   text_in(row[6]),   text_in(row[7]), text_in(row[8]), text_in(row[9]), value, mark,
          number_in(row[11]), number_in(row[12])};
}

}  // namespace

std::string column_of_points(const std::string& name) { return "points." + quoted_name(name); }

void check_columns(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric) {
  check_column(ledger, metric, "--metric");
  for (const std::string& text : filter.values) check_column(ledger, named_value(text).name, "--set");
}

std::string condition_of(const SeriesFilter& filter) {
  const std::string runs = fmt::format("run IN (SELECT run FROM runs WHERE {})", join(run_conditions(filter), " AND "));
  std::vector<std::string> conditions;
  if (filter.kernel.empty()) {
    conditions.push_back(runs);
  } else {
    // The plus lets SQLite begin with the kernel's points instead of all points of all runs.
    conditions = {kernel_condition(filter.kernel), "+" + runs};
  }
  for (const std::string& text : filter.values) {
    const auto [name, value] = named_value(text);
    conditions.push_back(fmt::format("{} = {}", column_of_points(name), value));
  }
  return join(conditions, " AND ");
}

void fail_without_points(const LedgerReader& ledger, const SeriesFilter& filter) {
  check_name(ledger, "--experiment", filter.experiment, "SELECT DISTINCT experiment FROM runs");
  check_name(ledger, "--submission", filter.submission, "SELECT DISTINCT submission FROM runs");
  check_name(ledger, "--tag", filter.tag, "SELECT DISTINCT tag FROM tags");
  check_name(ledger, "--kernel", filter.kernel.substr(0, filter.kernel.find('<')),
             "SELECT DISTINCT kernel FROM points");
  const std::vector<std::string> devices = texts_of(ledger, "SELECT DISTINCT device_name FROM runs");
  if (devices.empty()) throw Error("this ledger has no runs", "run an experiment first");
  throw Error("no point matches all options",
              fmt::format("remove an option; the devices of this ledger are: {}", join(devices)));
}

std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric) {
  const Table rows = rows_of(ledger, filter, metric);
  if (rows.rows.empty()) fail_without_points(ledger, filter);
  std::vector<Series> all;
  std::map<SeriesKey, std::size_t> places;
  bool has_number = false;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::vector<Cell>& row = rows.rows[i];
    const SeriesKey key{text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3])};
    const auto [place, is_new] = places.emplace(key, all.size());
    if (is_new)
      all.push_back({text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[4]), text_in(row[3]), {}});
    all[place->second].observations.push_back(observation_of(row, rows.mark(i, kValue)));
    has_number = has_number || number_in(row[kValue]).has_value();
  }
  if (!has_number)
    throw Error(fmt::format("--metric: '{}' has no number at any of the {} selected points", metric, rows.rows.size()),
                "name a numeric column that was measured at these points");
  return all;
}

}  // namespace warpledger
