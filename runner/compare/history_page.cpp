#include "compare/history_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "model/samples.h"
#include "model/table.h"
#include "report/draw.h"
#include "report/json_rows.h"
#include "report/legend.h"
#include "report/sheet.h"
#include "stats/recent_change.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

// Lengths of "2026-11-23T02:41:47" up to the day, minute and second.
constexpr std::size_t kDay = 10, kMinute = 16, kSecond = 19;

std::string with_space(std::string moment) {
  if (moment.size() > kDay) moment[kDay] = ' ';
  return moment;
}

/// Four digits for the median; the same decimals in all rows.
std::string format_of(const Series& series) {
  std::vector<double> sizes;
  for (const Observation& observation : series.observations)
    if (observation.value && *observation.value != 0) sizes.push_back(std::abs(*observation.value));
  if (sizes.empty()) return "%.0f";
  const int digits = 1 + static_cast<int>(std::floor(std::log10(median(sizes))));  // integer digits; <= 0 below 0.1
  return digits < -5 || digits > 12 ? "%.3e" : fmt::format("%.{}f", std::max(4 - digits, 0));
}

/// Shows only the day if all runs began at midnight, seconds if two began in the same minute.
std::size_t needed_of_start(const Series& series) {
  bool midnight = true;
  std::set<std::string> minutes;
  for (const Observation& observation : series.observations) {
    midnight = midnight && moment_of(observation.started_utc).size() == kDay;
    minutes.insert(observation.started_utc.substr(0, kMinute));
  }
  if (midnight) return kDay;
  return minutes.size() == series.observations.size() ? kMinute : kSecond;
}

struct CellStyle {
  std::string number;  ///< as in printf
  std::size_t start = kSecond;
};

Cell number(std::optional<double> value, const CellStyle& style) {
  return value ? Cell(encode_number(style.number, *value)) : Cell();
}

void add_observation(std::vector<Cell>& row, const MarkedSeries& marked, std::size_t place, bool has_quartiles,
                     const CellStyle& style) {
  const Observation& observation = marked.series.observations[place];
  row.push_back(with_space(observation.started_utc.substr(0, style.start)));
  row.push_back(observation.run_uuid.substr(0, 8));
  row.push_back(observation.outcome);
  row.push_back(number(observation.value, style));
  if (has_quartiles) {
    row.push_back(number(observation.lower_quartile, style));
    row.push_back(number(observation.upper_quartile, style));
  }
  row.push_back(marks_of(marked, place));
}

std::vector<std::string> columns_of(const std::string& metric) {
  std::vector<std::string> columns = {kBegan, "run", "outcome", metric};
  if (metric == kTimeMetric) columns.insert(columns.end(), {"quartiles | lower", "quartiles | upper"});
  columns.emplace_back("what changed, and notes");
  return columns;
}

constexpr std::size_t kSeriesColumns = 4;
constexpr std::size_t kValueColumn = 3;

/// Marks a column that has a modelled value.
void mark_values(Table& table, const MarkedSeries& marked, std::size_t value) {
  const auto is_modelled = [](const Observation& one) { return one.value && one.modelled; };
  if (std::ranges::none_of(marked.series.observations, is_modelled)) return;
  table.modelled.resize(table.columns.size());
  table.modelled[value] = true;
}

Table table_of_all(const std::vector<MarkedSeries>& all, const std::string& metric) {
  Table table{{"experiment", "submission", "device", "point"}, {}};
  for (const std::string& column : columns_of(metric)) table.columns.push_back(column);
  for (const MarkedSeries& marked : all) {
    const Series& series = marked.series;
    for (std::size_t i = 0; i < series.observations.size(); ++i) {
      table.rows.push_back({series.experiment, series.submission, series.device_name, series.identity});
      add_observation(table.rows.back(), marked, i, metric == kTimeMetric, {"%.4g", kSecond});
    }
    mark_values(table, marked, kSeriesColumns + kValueColumn);
  }
  return table;
}

bool has_modelled(const std::vector<MarkedSeries>& all) {
  for (const MarkedSeries& marked : all)
    for (const Observation& observation : marked.series.observations)
      if (observation.value && observation.modelled) return true;
  return false;
}

Json to_json(const ChangePoint& change, const Series& series) {
  return {{"run_uuid", series.observations[change.index].run_uuid},
          {"index", change.index},
          {"before", change.before},
          {"after", change.after},
          {"probability", change.probability},
          {"confidence", 1 - change.probability}};
}

Json to_json(const std::optional<Suspicion>& suspicion, const Series& series) {
  if (!suspicion) return nullptr;
  return {{"run_uuid", series.observations[suspicion->index].run_uuid},
          {"index", suspicion->index},
          {"before", suspicion->before},
          {"after", suspicion->after},
          {"probability", suspicion->probability}};
}

Json to_json(const Observation& observation, const std::vector<std::string>& marks) {
  return {{"started_utc", observation.started_utc},
          {"run_uuid", observation.run_uuid},
          {"outcome", observation.outcome},
          {"value", number_or_null<Json>(observation.value)},
          {"modelled", observation.modelled},
          {"lower_quartile", number_or_null<Json>(observation.lower_quartile)},
          {"upper_quartile", number_or_null<Json>(observation.upper_quartile)},
          {"marks", marks}};
}

Json to_json(const MarkedSeries& marked, const std::string& metric) {
  const Series& series = marked.series;
  Json changes = Json::array(), observations = Json::array();
  for (const ChangePoint& change : marked.changes) changes.push_back(to_json(change, series));
  for (std::size_t i = 0; i < series.observations.size(); ++i)
    observations.push_back(to_json(series.observations[i], marked.marks[i]));
  return {{"point", series.identity},
          {"experiment", series.experiment},
          {"submission", series.submission.empty() ? Json() : Json(series.submission)},
          {"device_uuid", series.device_uuid},
          {"device_name", series.device_name},
          {"metric", metric},
          {"verdict", verdict_of(marked)},
          {"changes", changes},
          {"suspected", to_json(marked.suspicion, series)},
          {"observations", observations}};
}

/// "30.1 -> 33.8 (+12.3 %)"
std::string words_of_levels(double before, double after) {
  const auto relative = relative_change(before, after);
  const std::string size = relative ? fmt::format(" ({:+.1f} %)", 100 * *relative) : "";
  return fmt::format("{:.4g} -> {:.4g}{}", before, after, size);
}

/// "; suspected from 2026-03-01: 30.1 -> 33.8 (+12.3 %)"
std::string words_of_suspicion(const MarkedSeries& marked) {
  if (!marked.suspicion) return "";
  const Suspicion& found = *marked.suspicion;
  return fmt::format("; suspected from {}: {}", marked.series.observations[found.index].started_utc.substr(0, kDay),
                     words_of_levels(found.before, found.after));
}

/// "24 values"; within a window "24 of 52 values", because all are used.
std::string words_of_count(std::size_t shown, std::size_t hidden) {
  return fmt::format("{}{} value{}", hidden == 0 ? "" : fmt::format("{} of ", shown), shown + hidden,
                     shown + hidden == 1 ? "" : "s");
}

}  // namespace

std::string moment_of(const std::string& started_utc) {
  const bool is_midnight = started_utc.size() > kDay && started_utc.substr(kDay, kSecond - kDay) == "T00:00:00";
  return is_midnight ? started_utc.substr(0, kDay) : with_space(started_utc.substr(0, kSecond));
}

std::string minute_of(const std::string& started_utc) { return moment_of(started_utc).substr(0, kMinute); }

std::string heading_of(const Series& series) {
  const std::string submission = series.submission.empty() ? "" : fmt::format(", submission {}", series.submission);
  return fmt::format("{} on {}, {}{}", series.identity, series.device_name, series.experiment, submission);
}

Table table_of(const MarkedSeries& marked, const std::string& metric) {
  Table table{columns_of(metric), {}};
  const CellStyle style{format_of(marked.series), needed_of_start(marked.series)};
  for (std::size_t i = 0; i < marked.series.observations.size(); ++i)
    add_observation(table.rows.emplace_back(), marked, i, metric == kTimeMetric, style);
  mark_values(table, marked, kValueColumn);
  return table;
}

std::string verdict_of(const MarkedSeries& marked) {
  std::vector<double> values;
  for (const Observation& observation : marked.series.observations)
    if (observation.counts()) values.push_back(*observation.value);
  const std::size_t left_out = marked.series.observations.size() - values.size();
  const std::string rest =
      words_of_suspicion(marked) + (left_out == 0 ? "" : fmt::format("; {} without a usable value", left_out));
  if (values.empty()) return "no usable value";
  const std::string words = words_of_count(values.size(), marked.hidden_values);
  if (marked.changes.empty())
    return fmt::format("no change {}: {} around {:.4g}{}", marked.hidden_values > 0 ? "in this window" : "found", words,
                       median(values), rest);
  const ChangePoint& last = marked.changes.back();
  return fmt::format("{} {} in {}, the last {}: {}{}", marked.changes.size(),
                     marked.changes.size() == 1 ? "change" : "changes", words,
                     marked.series.observations[last.index].started_utc.substr(0, kDay),
                     words_of_levels(last.before, last.after), rest);
}

std::string history_page(const std::vector<MarkedSeries>& all, const std::string& metric, Format format,
                         const LineWidth& width) {
  if (format == Format::csv) return render_table(table_of_all(all, metric), format, width);
  std::string page;
  for (const MarkedSeries& marked : all) {
    const std::string heading = one_line(heading_of(marked.series));
    const std::string verdict = fmt::format("{}: {}", metric, verdict_of(marked));
    if (format == Format::markdown) {
      page += fmt::format("## {}\n\n{}\n\n", markdown_escaped(heading), markdown_escaped(verdict));
    } else {
      page += fmt::format("{}{}\n{}\n\n", page.empty() ? "" : "\n", heading, verdict);
    }
    page += render_table(table_of(marked, metric), format, width);
    if (format == Format::markdown) page += '\n';
  }
  if (has_modelled(all)) page += fmt::format("{}{}\n", format == Format::text ? "\n" : "", kModelledLegend);
  return format == Format::text ? wrap_lines(page, width) : page;
}

std::string history_json(const std::vector<MarkedSeries>& all, const std::string& metric) {
  Json json = Json::array();
  for (const MarkedSeries& marked : all) json.push_back(to_json(marked, metric));
  return json_text(json);
}

}  // namespace warpledger
