#include "command/history_html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "command/history_page.h"
#include "report/html_prose.h"

namespace warpledger {
namespace {

// What stands in the page for the SQL of a series: series are read already, with what SQL cannot say of them.
constexpr std::string_view kPlot = "SELECT plot ", kTable = "SELECT table ";

bool is_change(const MarkedSeries& marked, std::size_t place) {
  return std::any_of(marked.changes.begin(), marked.changes.end(),
                     [&](const ChangePoint& change) { return change.index == place; });
}

Cell text_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

Table plotted(const MarkedSeries& marked, const std::string& metric) {
  Table table{{"began", metric, "change", "note"}, {}};
  for (std::size_t i = 0; i < marked.series.observations.size(); ++i) {
    const Observation& observation = marked.series.observations[i];
    const Cell said = text_or_null(marks_of(marked, i));
    const bool changes = is_change(marked, i);
    table.rows.push_back({observation.started_utc.substr(0, 19),
                          observation.counts() ? Cell(*observation.value) : Cell(), changes ? said : Cell(),
                          changes ? Cell() : said});
    table.marks.push_back({Mark::none, observation.mark, Mark::none, Mark::none});
  }
  return table;
}

/// A page with marks says what models are.
Table without_empty_marks(Table table) {
  const auto is_none = [](Mark mark) { return mark == Mark::none; };
  if (std::all_of(table.marks.begin(), table.marks.end(),
                  [&](const auto& row) { return std::all_of(row.begin(), row.end(), is_none); }))
    table.marks.clear();
  return table;
}

/// A line of SQL as a page's glossary reads it.
std::string column(const std::string& name, const std::string& meaning) {
  return fmt::format("  AS \"{}\",  -- {}\n", name, meaning);
}

std::string plotted_columns(const std::string& metric) {
  return column("began", "the run, UTC") +
         column(metric, "of this point; warpledger query --columns points has its meaning") +
         column("change", "from this run on the series has another level") +
         column("note", "what differs from the run before, and what people noted");
}

std::string table_columns(const std::string& metric) {
  std::string columns = column("began (UTC)", "the run") + column("run", "how its UUID begins") +
                        column("outcome", "of the point") +
                        column(metric, "of this point; warpledger query --columns points has its meaning");
  if (metric == kTimeMetric)
    columns += column("quartiles | lower", "a quarter of the samples are faster") +
               column("quartiles | upper", "a quarter of the samples are slower");
  return columns + column("what changed, and notes", "changes of level, of the environment or the source, and notes");
}

std::string page_of(const std::vector<MarkedSeries>& all, const std::string& metric) {
  std::string page = fmt::format("# {} from run to run\n", commonmark_escaped(metric));
  for (std::size_t i = 0; i < all.size(); ++i)
    page += fmt::format(
        "\n## {}\n\n{}\n\n```sql history\n-- x: began\n-- y: {}\n-- change: change\n-- note: note\n-- unless empty\n"
        "{}{}\n{}```\n\n```sql table\n{}{}\n{}```\n",
        commonmark_escaped(heading_of(all[i].series)), commonmark_escaped(verdict_of(all[i])), metric, kPlot, i,
        plotted_columns(metric), kTable, i, table_columns(metric));
  return page + "\n## Columns\n\n{{glossary}}\n";
}

}  // namespace

std::string history_html(const std::vector<MarkedSeries>& all, const std::string& metric, const Query& query,
                         const PageAssets& assets) {
  const Query answer = [&](const std::string& sql) {
    const auto series_behind = [&](std::string_view words) -> const MarkedSeries* {
      const std::size_t begin = sql.find(words);
      return begin == std::string::npos ? nullptr : &all.at(std::stoul(sql.substr(begin + words.size())));
    };
    if (const MarkedSeries* marked = series_behind(kPlot)) return without_empty_marks(plotted(*marked, metric));
    if (const MarkedSeries* marked = series_behind(kTable)) return without_empty_marks(table_of(*marked, metric));
    return query(sql);
  };
  return render_report(page_of(all, metric), "history", answer, {.format = Format::html, .assets = assets});
}

}  // namespace warpledger
