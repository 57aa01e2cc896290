#include "compare/changed_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "compare/history_page.h"
#include "model/table.h"
#include "report/html_page.h"
#include "report/json_rows.h"
#include "report/legend.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLines = 100;  // GitHub cuts a summary at 1 MiB
constexpr std::size_t kShortRun = 8;     // characters of a UUID

Cell shown(const char* format, std::optional<double> value) {
  return value ? Cell(encode_number(format, *value)) : Cell();
}

std::optional<double> percent_of(const ChangedSeries& changed) {
  const auto relative = changed.relative();
  return relative ? std::optional(100 * *relative) : std::nullopt;
}

std::string words_of_failure(const ChangedSeries& changed) {
  return changed.kind == ChangeKind::failing ? "ok -> " + changed.first().outcome : "";
}

std::string causes_in_table(const ChangedSeries& changed) {
  const std::string failure = words_of_failure(changed);
  if (failure.empty()) return words_of(changed.causes);
  return changed.causes.empty() ? failure : fmt::format("{}; {}", failure, words_of(changed.causes));
}

/// "bank_conflicts_per_request 15.3 -> 0, 2 more"
std::string counters_of(const ChangedSeries& changed) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> words;
  for (const CounterEffect& effect : changed.effects) {
    if (words.size() == kMost) break;
    words.push_back(text_of(effect) + std::string(changed.modelled.contains(effect.name) ? kModelledSuffix : ""));
  }
  if (changed.effects.size() > kMost) words.push_back(fmt::format("{} more", changed.effects.size() - kMost));
  return join(words);
}

Table table_of(const ChangedList& list, std::size_t most) {
  Table table{{"verdict", "change %", "point", "experiment", "submission", "device", list.metric + " | before",
               list.metric + " | after", "p", "since (UTC)", "run", "likely cause", "counters that moved"},
              {}};
  const std::size_t kBefore = 6, kAfter = 7;
  for (std::size_t i = 0; i < std::min(most, list.series.size()); ++i) {
    const ChangedSeries& changed = list.series[i];
    const Series& series = changed.series;
    table.rows.push_back({verdict_of(changed, list.metric), shown("%+.1f", percent_of(changed)), series.identity,
                          series.experiment, series.submission, series.device_name, shown("%.4g", changed.before),
                          shown("%.4g", changed.after), shown("%.1g", changed.probability),
                          minute_of(changed.first().started_utc), changed.first().run_uuid.substr(0, kShortRun),
                          causes_in_table(changed), counters_of(changed)});
    if (!changed.first().modelled) continue;
    table.modelled.resize(table.columns.size());
    table.modelled[kBefore] = table.modelled[kAfter] = true;
  }
  return table;
}

/// Only in output for people.
void drop_if_empty(Table& table, const std::string& column) {
  const auto at = static_cast<std::size_t>(std::ranges::find(table.columns, column) - table.columns.begin());
  if (std::ranges::any_of(table.rows, [&](const auto& row) { return row[at] != Cell() && row[at] != Cell(""); }))
    return;
  const auto erase = [&](auto& list) { list.erase(list.begin() + static_cast<long>(at)); };
  erase(table.columns);
  for (auto& row : table.rows) erase(row);
  if (!table.modelled.empty()) erase(table.modelled);
}

std::string series_counted(std::size_t count) { return fmt::format("{} series", count); }

/// "2 SLOWER, 1 SUSPECTED FASTER"
std::string counts_of(const ChangedList& list) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const ChangedSeries& changed : list.series) {
    const std::string verdict = verdict_of(changed, list.metric);
    const auto found = std::ranges::find(counts, verdict, [](const auto& count) { return count.first; });
    if (found == counts.end()) {
      counts.emplace_back(verdict, 1);
    } else {
      ++found->second;
    }
  }
  std::vector<std::string> words;
  for (const auto& [verdict, count] : counts) words.push_back(fmt::format("{} {}", count, verdict));
  return join(words);
}

std::string remark_on_unmeasured(const ChangedList& list) {
  constexpr std::size_t kMost = 5;
  if (list.unmeasured.empty()) return "";
  std::size_t count = 0;
  std::vector<std::string> groups;
  for (const UnmeasuredSeries& group : list.unmeasured) {
    count += group.series;
    if (groups.size() == kMost) continue;
    groups.push_back(fmt::format("{} of {} of {}{} on {} (newest {})", group.series, group.of, group.experiment,
                                 group.submission.empty() ? "" : " by " + group.submission, group.device_name,
                                 minute_of(group.newest_utc)));
  }
  const std::size_t more = list.unmeasured.size() - groups.size();
  return fmt::format("{} were not measured: {}{}", series_counted(count), fmt::join(groups, "; "),
                     more == 0 ? "" : fmt::format("; and {} more groups", more));
}

std::string remark_on_chance(const ChangedList& list) {
  const std::string rest =
      list.not_holding == 0
          ? ""
          : fmt::format("; {} more {} changed and {} left out, since some of so many look so by chance",
                        list.not_holding, list.not_holding == 1 ? "looks" : "look",
                        list.not_holding == 1 ? "is" : "are");
  return fmt::format("chance: Benjamini and Hochberg's procedure over {} at {:.0f} %{}", series_counted(list.tested),
                     100 * kFalseDiscoveries, rest);
}

bool has_modelled(const ChangedList& list) {
  return std::ranges::any_of(list.series, [](const ChangedSeries& changed) {
    return changed.first().modelled || std::ranges::any_of(changed.effects, [&](const CounterEffect& effect) {
             return changed.modelled.contains(effect.name);
           });
  });
}

constexpr std::array<const char*, 4> kCauseNames = {"source", "environment", "clock", "whole run"};
constexpr std::array<const char*, 3> kKindNames = {"failing", "change", "suspected"};

Json to_json(const ChangedSeries& changed, const std::string& metric) {
  Json causes = Json::array(), counters = Json::array();
  for (const LikelyCause& cause : changed.causes)
    causes.push_back({{"kind", kCauseNames.at(static_cast<std::size_t>(cause.kind))}, {"words", cause.words}});
  for (const CounterEffect& effect : changed.effects)
    counters.push_back({{"name", effect.name},
                        {"before", effect.before},
                        {"after", effect.after},
                        {"modelled", changed.modelled.contains(effect.name)}});
  const Series& series = changed.series;
  return {{"verdict", verdict_of(changed, metric)},
          {"kind", kKindNames.at(static_cast<std::size_t>(changed.kind))},
          {"point", series.identity},
          {"experiment", series.experiment},
          {"submission", series.submission.empty() ? Json() : Json(series.submission)},
          {"device_uuid", series.device_uuid},
          {"device_name", series.device_name},
          {"before", number_or_null<Json>(changed.before)},
          {"after", number_or_null<Json>(changed.after)},
          {"modelled", changed.first().modelled},
          {"relative", number_or_null<Json>(changed.relative())},
          {"probability", number_or_null<Json>(changed.probability)},
          {"started_utc", changed.first().started_utc},
          {"run_uuid", changed.first().run_uuid},
          {"outcome", changed.first().outcome},
          {"causes", causes},
          {"counters", counters}};
}

Json to_json(const UnmeasuredSeries& group) {
  return {
      {"experiment", group.experiment},   {"submission", group.submission.empty() ? Json() : Json(group.submission)},
      {"device_uuid", group.device_uuid}, {"device_name", group.device_name},
      {"series", group.series},           {"of", group.of},
      {"newest_utc", group.newest_utc}};
}

/// "since 2026-10-17", "from 2026-10-17 until 2026-11-01"
std::string words_of(const Window& period) {
  const std::string since = minute_of(period.since_utc);
  if (period.until_utc.empty()) return "since " + since;
  return fmt::format("from {} until {}", since, minute_of(period.until_utc));
}

std::string heading(const std::string& text, Format format) {
  if (format == Format::html) return fmt::format("<h1>{}</h1>\n", html_escaped(text));
  return format == Format::markdown ? fmt::format("## {}\n\n", markdown_escaped(text)) : printable(text) + "\n\n";
}

std::string items(const std::vector<std::string>& lines, Format format) {
  std::string text;
  for (const std::string& line : lines) {
    if (format == Format::html) text += fmt::format("<li>{}</li>\n", html_escaped(line));
    if (format == Format::markdown) text += fmt::format("- {}\n", markdown_escaped(line));
    if (format == Format::text) text += printable(line) + "\n";
  }
  return format == Format::html ? fmt::format("<ul class=\"legend\">\n{}</ul>\n", text) : text;
}

}  // namespace

std::string words_of(const std::vector<LikelyCause>& causes) {
  if (causes.empty()) return "none found";
  std::vector<std::string> words;
  for (const LikelyCause& cause : causes) words.push_back(cause.words);
  return join(words, "; ");
}

std::string headline_of(const ChangedList& list) {
  const std::string since = words_of(list.period);
  if (list.newest_utc.empty()) return fmt::format("STALE: {} was never measured", list.metric);
  if (list.is_stale())
    return fmt::format("STALE: nothing was measured {}; the newest run with a value began {}", since,
                       minute_of(list.newest_utc));
  if (list.series.empty()) return fmt::format("nothing changed {}", since);
  return fmt::format("{} changed {}: {}", series_counted(list.changed()), since, counts_of(list));
}

std::vector<std::string> remarks_on(const ChangedList& list) {
  std::vector<std::string> remarks = {fmt::format("{} of {} were measured, {} of them in enough runs to see a change",
                                                  list.measured, series_counted(list.all), list.tested),
                                      remark_on_chance(list)};
  if (list.reverted > 0)
    remarks.push_back(fmt::format("{} changed and changed back in the period", series_counted(list.reverted)));
  if (const std::string unmeasured = remark_on_unmeasured(list); !unmeasured.empty()) remarks.push_back(unmeasured);
  if (!list.later.empty()) remarks.push_back(words_of(list.later, list.now_utc));
  return remarks;
}

std::string changed_page(const ChangedList& list, Format format, const LineWidth& width, const CellHtml& cell) {
  if (format == Format::csv) return render_table(table_of(list, list.series.size()), format, width);
  std::string page = heading(headline_of(list), format);
  if (!list.series.empty()) {
    Table table = table_of(list, kMostLines);
    drop_if_empty(table, "submission");
    page += format == Format::html ? render_html_table(table, cell) : render_table(table, format, width) + "\n";
  }
  std::vector<std::string> lines = remarks_on(list);
  if (list.series.size() > kMostLines)
    lines.insert(lines.begin(), fmt::format("and {} more: {}--format csv has all", list.series.size() - kMostLines,
                                            format == Format::html ? "history --changed " : ""));
  if (has_modelled(list)) lines.emplace_back(kModelledLegend);
  page += items(lines, format);
  return format == Format::text ? wrap_lines(page, width) : page;
}

std::string changed_json(const ChangedList& list) {
  Json series = Json::array(), unmeasured = Json::array(), later = Json::array();
  for (const ChangedSeries& changed : list.series) series.push_back(to_json(changed, list.metric));
  for (const UnmeasuredSeries& group : list.unmeasured) unmeasured.push_back(to_json(group));
  for (const LaterRun& run : list.later) later.push_back({{"run_uuid", run.uuid}, {"started_utc", run.started_utc}});
  return json_text(Json{{"since_utc", list.period.since_utc},
                        {"until_utc", list.period.until_utc.empty() ? Json() : Json(list.period.until_utc)},
                        {"metric", list.metric},
                        {"stale", list.is_stale()},
                        {"newest_utc", list.newest_utc.empty() ? Json() : Json(list.newest_utc)},
                        {"all", list.all},
                        {"measured", list.measured},
                        {"tested", list.tested},
                        {"correction", {{"method", "Benjamini-Hochberg"}, {"level", kFalseDiscoveries}}},
                        {"left_out", list.not_holding},
                        {"reverted", list.reverted},
                        {"series", series},
                        {"unmeasured", unmeasured},
                        {"dated_later", later}});
}

}  // namespace warpledger
