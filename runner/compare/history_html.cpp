#include "compare/history_html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/text_width.h"
#include "compare/history_page.h"
#include "report/prose.h"

namespace warpledger {
namespace {

// Placeholders for SQL: the series are in memory, with results that SQL cannot compute.
constexpr std::string_view kPlot = "SELECT plot ", kTable = "SELECT table ";

bool is_change(const MarkedSeries& marked, std::size_t place) {
  return std::any_of(marked.changes.begin(), marked.changes.end(),
                     [&](const ChangePoint& change) { return change.index == place; });
}

Cell text_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

/// Omits "CHANGE ", which the mark's role already says.
std::string said_of(const MarkedSeries& marked, std::size_t place) {
  constexpr std::string_view kChange = "CHANGE ";
  const std::string said = marks_of(marked, place);
  return said.starts_with(kChange) ? said.substr(kChange.size()) : said;
}

Table plotted(const MarkedSeries& marked, const MetricWords& words) {
  Table table{{kBegan, words.name, "change", "note"}, {}};
  for (std::size_t i = 0; i < marked.series.observations.size(); ++i) {
    const Observation& observation = marked.series.observations[i];
    const Cell said = text_or_null(said_of(marked, i));
    const bool changes = is_change(marked, i);
    table.rows.push_back({moment_of(observation.started_utc), observation.counts() ? Cell(*observation.value) : Cell(),
                          changes ? said : Cell(), changes ? Cell() : said});
    if (observation.modelled) table.modelled = {false, true, false, false};
  }
  return table;
}

/// A line of SQL as the page's glossary reads it.
std::string column(const std::string& name, const std::string& meaning) {
  return fmt::format("  AS \"{}\",  -- {}\n", name, meaning);
}

/// A metric with a clear name has no separate meaning.
std::string plotted_columns(const MetricWords& words) {
  return column(kBegan, kBegan) + column(words.name, words.meaning.empty() ? words.name : words.meaning) +
         column("change", "from this run on, the series has another level") +
         column("note", "what changed since the previous run, and notes");
}

std::string table_columns(const std::string& metric, const MetricWords& words) {
  std::string columns =
      column(kBegan, "when the run began") + column("run", "the start of its UUID") +
      column("outcome", "of the point") +
      column(words.name, words.meaning.empty() ? "of one launch, the median of the samples" : words.meaning);
  if (metric == kTimeMetric)
    columns += column("quartiles | lower", "a quarter of the samples are faster") +
               column("quartiles | upper", "a quarter of the samples are slower");
  return columns + column("what changed, and notes", "changes of level, of the environment or the source, and notes");
}

std::string page_of(const std::vector<MarkedSeries>& all, const std::string& metric, const MetricWords& words) {
  std::string page = fmt::format("# {} from run to run\n", commonmark_escaped(words.title));
  for (std::size_t i = 0; i < all.size(); ++i)
    page += fmt::format(
        "\n## {}\n\n{}\n\n```sql history\n-- x: {}\n-- y: {}\n-- change: change\n-- note: note\n-- unless empty\n"
        "{}{}\n{}```\n\n```sql table\n{}{}\n{}```\n",
        commonmark_escaped(one_line(heading_of(all[i].series))), commonmark_escaped(verdict_of(all[i])), kBegan,
        words.name, kPlot, i, plotted_columns(words), kTable, i, table_columns(metric, words));
  return page + "\n## Columns\n\n{{glossary}}\n";
}

Table shown(const MarkedSeries& marked, const std::string& metric, const MetricWords& words) {
  Table table = table_of(marked, metric);
  std::replace(table.columns.begin(), table.columns.end(), metric, words.name);
  return table;
}

}  // namespace

MetricWords metric_words(const std::string& metric, const std::optional<ColumnMeaning>& known) {
  if (metric == kTimeMetric) return {.title = "Time", .name = "time, µs", .meaning = ""};
  const bool has_unit = known && !known->unit.empty() && known->unit != "1";
  return {.title = metric,
          .name = has_unit ? fmt::format("{}, {}", metric, known->unit) : metric,
          .meaning = known ? one_line(known->meaning) : "of this point"};
}

std::string history_html(const std::vector<MarkedSeries>& all, const std::string& metric, const MetricWords& words,
                         const Query& query, const PageAssets& assets) {
  const Query answer = [&](const std::string& sql) {
    const auto series_behind = [&](std::string_view what) -> const MarkedSeries* {
      const std::size_t begin = sql.find(what);
      return begin == std::string::npos ? nullptr : &all.at(std::stoul(sql.substr(begin + what.size())));
    };
    if (const MarkedSeries* marked = series_behind(kPlot)) return plotted(*marked, words);
    if (const MarkedSeries* marked = series_behind(kTable)) return shown(*marked, metric, words);
    return query(sql);
  };
  return render_report(page_of(all, metric, words), "history", answer, {.format = Format::html, .assets = assets});
}

}  // namespace warpledger
