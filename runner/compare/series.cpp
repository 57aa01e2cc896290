#include "compare/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "base/duration.h"
#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/run_selection.h"
#include "model/samples.h"
#include "model/table.h"

namespace warpledger {
namespace {

using SeriesKey = std::tuple<std::string, std::string, std::string, std::string>;

std::vector<std::string> run_conditions(const SeriesFilter& filter) {
  // Runs measured in turn repeat earlier sources.
  std::vector<std::string> conditions = {
      "run NOT IN (SELECT run FROM forgotten)", "json_extract(settings, '$.in_turn') IS NULL",
      "started_utc <= " + quoted_text(filter.now_utc), submission_condition(filter.submission)};
  const auto add = [&](const std::string& value, const char* format) {
    if (!value.empty())
      conditions.push_back(
          fmt::format(fmt::runtime(format), fmt::arg("value", quoted_text(value)), fmt::arg("size", value.size())));
  };
  add(filter.experiment, "experiment = {value}");
  add(filter.device, "(instr(device_name, {value}) > 0 OR substr(device_uuid, 1, {size}) = {value})");
  return conditions;
}

struct NamedValue {
  std::string name;
  std::string value;  ///< as SQL
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

void check_name(const LedgerReader& ledger, const char* option, const std::string& value, const std::string& sql) {
  if (value.empty()) return;
  const std::vector<std::string> names = texts_of(ledger, sql);
  if (std::find(names.begin(), names.end(), value) != names.end()) return;
  if (names.empty()) throw Error(fmt::format("{}: this ledger has none", option), "remove the option");
  throw Error(fmt::format("{}: '{}' is not in this ledger", option, value), did_you_mean(value, names));
}

/// Empty if the filter names one.
std::string submissions_that_match(const LedgerReader& ledger, SeriesFilter filter) {
  if (!filter.submission.empty()) return "";
  std::vector<std::string> names;
  for (const std::string& name : texts_of(ledger, "SELECT DISTINCT submission FROM runs ORDER BY submission")) {
    filter.submission = name;
    const std::string sql = fmt::format("SELECT 1 FROM points WHERE {} LIMIT 1", condition_of(filter));
    if (!ledger.query(sql).rows.empty()) names.push_back(name);
  }
  return join(names);
}

constexpr std::size_t kValue = 12;  // column of the metric

struct SeriesStatement {
  std::string sql;
  bool modelled = false;
};

bool is_modelled_metric(const LedgerReader& ledger, const std::string& metric) {
  try {
    return !ledger.query(fmt::format("SELECT points_modelled.{} FROM points_modelled LIMIT 0", quoted_name(metric)))
                .reads_modelled.empty();
  } catch (const Error&) {
    return false;  // no such column
  }
}

std::string sql_of(const std::string& value, bool has_quartiles, const std::string& condition, const char* order) {
  return fmt::format(
      "SELECT experiment, submission, device_uuid, identity, device_name, kernel, ordinal, run, run_uuid, started_utc, "
      "outcome, key, {}, {}, time_min_us, time_max_us, (SELECT group_concat(q.name || '=' || iif(typeof(q.value) = "
      "'real', printf('%.15g', q.value), q.value), ' ') FROM main.point AS p JOIN main.quantity AS q ON "
      "q.configuration "
      "= p.configuration AND q.kind = 'parameter' WHERE p.id = points.point) FROM points WHERE {} ORDER BY {}",
      value, has_quartiles ? "time_q1_us, time_q3_us" : "NULL, NULL", condition, order);
}

/// Host series read modelled values, others measured ones; no series has both.
std::vector<SeriesStatement> statements_of(const LedgerReader& ledger, const SeriesFilter& filter,
                                           const std::string& metric, bool has_quartiles, const char* order) {
  const std::string measured = column_of_points(metric), condition = condition_of(filter);
  if (metric == kTimeMetric || !is_modelled_metric(ledger, metric))
    return {{sql_of(measured, has_quartiles, condition, order)}};
  const std::string modelled =
      fmt::format("(SELECT m.{} FROM points_modelled AS m WHERE m.point = points.point)", quoted_name(metric));
  return {{sql_of(measured, has_quartiles, condition + " AND device_backend <> 'host'", order)},
          {sql_of(modelled, has_quartiles, condition + " AND device_backend = 'host'", order), true}};
}

Table rows_of(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
              const SeriesStatement& statement) {
  try {
    return ledger.query(statement.sql);
  } catch (const Error&) {
    check_columns(ledger, filter, metric);  // afterwards, because it costs as much as a short query
    throw;
  }
}

/// Throws Error for infinite values and impossible launch times.
Observation observation_of(const std::vector<Cell>& row, bool modelled) {
  const auto value = number_in(row[kValue]), least_us = number_in(row[15]), most_us = number_in(row[16]);
  const auto is_odd = [](const std::optional<double>& us) { return us && !is_launch_time(1e3 * *us); };
  if ((value && !std::isfinite(*value)) || is_odd(least_us) || is_odd(most_us))
    throw Error(
        fmt::format("point {} of run {} ({}): times of {:g} to {:g} µs, value {:g}", whole_in(row[6]),
                    text_in(row[8]).substr(0, 8), text_in(row[3]), least_us.value_or(0), most_us.value_or(0),
                    value.value_or(0)),
        "no launch has such numbers: `warpledger ledger forget RUN` leaves the run out, `warpledger ledger check` "
        "names all such points");
  return {.run = whole_in(row[7]),
          .run_uuid = text_in(row[8]),
          .started_utc = text_in(row[9]),
          .outcome = text_in(row[10]),
          .parameters = text_in(row[17]),
          .key = text_in(row[11]),
          .value = value,
          .modelled = modelled,
          .lower_quartile = number_in(row[13]),
          .upper_quartile = number_in(row[14])};
}

SeriesKey key_of(const std::vector<Cell>& row) {
  return {text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3])};
}

Series series_of(const std::vector<Cell>& row) {
  return {.experiment = text_in(row[0]),
          .submission = text_in(row[1]),
          .device_uuid = text_in(row[2]),
          .device_name = text_in(row[4]),
          .identity = text_in(row[3]),
          .observations = {},
          .kernel = text_in(row[5])};
}

void add_observation(Series& series, const std::vector<Cell>& row, bool modelled) {
  series.observations.push_back(observation_of(row, modelled));
  series.ordinal = whole_in(row[6]);
}

/// The newest observation defines the problem of the series.
void tell_problems_apart(Series& series) {
  const std::string newest = series.observations.back().parameters;
  for (Observation& observation : series.observations)
    if (observation.parameters != newest) observation.outcome = kAnotherProblem;
}

[[noreturn]] void fail_without_numbers(const std::string& metric, std::size_t points) {
  throw Error(fmt::format("--metric: '{}' has no number at any of the {} selected points", metric, points),
              "name a numeric column that was measured at these points");
}

/// Up to the age of any ledger.
std::optional<std::chrono::seconds> duration_in(const std::string& text) {
  constexpr double kMostSeconds = 1e10;
  const std::optional<double> seconds = seconds_in(text);
  if (!seconds || *seconds > kMostSeconds) return std::nullopt;
  return std::chrono::seconds(static_cast<std::int64_t>(*seconds));
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
    // The + makes SQLite start from the kernel's points.
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
  if (filter.submission != kNoSubmission)
    check_name(ledger, "--submission", filter.submission, "SELECT DISTINCT submission FROM runs");
  check_name(ledger, "--kernel", filter.kernel.substr(0, filter.kernel.find('<')),
             "SELECT DISTINCT kernel FROM points");
  const std::vector<std::string> devices = texts_of(ledger, "SELECT DISTINCT device_name FROM runs");
  if (devices.empty()) throw Error("this ledger has no runs", "run an experiment first");
  if (const std::string others = submissions_that_match(ledger, filter); !others.empty())
    throw Error("only points of submissions match all options", "name one with --submission: " + others);
  if (const auto later = runs_dated_later(ledger, filter.now_utc); !later.empty())
    throw Error(fmt::format("no point matches all options, and {}", words_of(later, filter.now_utc)),
                "remove an option, or correct this machine's clock");
  throw Error("no point matches all options",
              fmt::format("remove an option; the devices of this ledger are: {}", join(devices)));
}

std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric) {
  std::vector<Series> all;
  std::map<SeriesKey, std::size_t> places;
  std::size_t points = 0, numbers = 0;
  for (const SeriesStatement& statement :
       statements_of(ledger, filter, metric, metric == kTimeMetric, "started_utc, run_uuid, ordinal")) {
    for (const std::vector<Cell>& row : rows_of(ledger, filter, metric, statement).rows) {
      const auto [place, is_new] = places.emplace(key_of(row), all.size());
      if (is_new) all.push_back(series_of(row));
      add_observation(all[place->second], row, statement.modelled);
      ++points;
      numbers += number_in(row[kValue]).has_value();
    }
  }
  if (points == 0) fail_without_points(ledger, filter);
  if (numbers == 0) fail_without_numbers(metric, points);
  std::ranges::for_each(all, tell_problems_apart);
  return all;
}

void each_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                 const std::function<void(Series)>& take) {
  check_columns(ledger, filter, metric);
  std::optional<Series> series;
  std::size_t points = 0, numbers = 0;
  const auto give = [&] {
    tell_problems_apart(*series);
    take(*std::move(series));
  };
  for (const SeriesStatement& statement :
       statements_of(ledger, filter, metric, false,
                     "experiment, submission, device_uuid, kernel, identity, started_utc, run_uuid, points.ordinal")) {
    ledger.query_in_parts(statement.sql, [&](const Table& part) {
      for (const std::vector<Cell>& row : part.rows) {
        const auto is_of = [&](const Series& other) {
          return key_of(row) == SeriesKey{other.experiment, other.submission, other.device_uuid, other.identity};
        };
        if (!series || !is_of(*series)) {
          if (series) give();
          series = series_of(row);
        }
        add_observation(*series, row, statement.modelled);
        ++points;
        numbers += number_in(row[kValue]).has_value();
      }
    });
  }
  if (!series) fail_without_points(ledger, filter);
  if (numbers == 0) fail_without_numbers(metric, points);
  give();
}

Window window_of(const std::string& since, const std::string& until, const std::string& now_utc) {
  const auto moment = [&](const std::string& text) { return text.empty() ? text : beginning_of(text, now_utc); };
  return {moment(since), moment(until)};
}

std::string beginning_of(const std::string& text, const std::string& now_utc) {
  const auto before = duration_in(text);
  if (!before) return utc_beginning(text);
  const auto now = parse_utc(now_utc);  // the ledger may be foreign
  if (!now)
    throw Error(fmt::format("'{}' is not a moment", printable(now_utc)),
                "name a date with --since; `warpledger ledger check` looks for damage");
  std::string moment = utc_text(*now - before->count());
  moment.pop_back();  // without Z, a prefix of all moments within that second
  return moment;
}

}  // namespace warpledger
