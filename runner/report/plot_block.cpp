#include "report/plot_block.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "report/glossary.h"
#include "report/legend.h"
#include "report/plot_data.h"

namespace warpledger {
namespace {

/// JSON that no HTML parser takes for the end of its element.
std::string inert(std::string text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return text;
}

/// "12 rows", "1 row".
std::string rows(std::size_t count) { return fmt::format("{} row{}", count, count == 1 ? "" : "s"); }

/// Which rows of the answer are not in the plot; empty when all are.
std::string not_drawn(const PlotData& data) {
  std::vector<std::string> parts;
  if (data.absent > 0) parts.push_back(rows(data.absent) + " without a number");
  if (data.not_positive > 0)
    parts.push_back(rows(data.not_positive) + " with numbers that a logarithmic axis cannot show");
  if (data.refused > 0) parts.push_back(rows(data.refused) + " that would mix modelled and measured numbers");
  return parts.empty() ? "" : fmt::format("<p class=\"note\">Not drawn: {}.</p>\n", join(parts));
}

std::string figure(const std::string& heading, const PlotData& data) {
  std::string text = "<figure>\n";
  if (!heading.empty()) text += fmt::format("<figcaption>{}</figcaption>\n", heading);
  if (data.drawn > 0) text += fmt::format("<script type=\"application/json\">{}</script>\n", inert(data.json));
  return text + not_drawn(data) + "</figure>\n";
}

}  // namespace

std::string render_plot_block(const Page& page, const PlotRequest& request, const Query& query) {
  const Table table = answer_of(page, request.block, query);
  const std::vector<Meaning> meanings = column_meanings(page, request.block, table);
  const PlotLayout layout = plot_layout(page, request, table);
  if (table.rows.empty() && !layout.unless_empty) return "<p>(no rows)</p>\n";
  std::string text;
  for (std::size_t first = 0; first < table.rows.size();) {
    const std::size_t end = end_of_group(table, layout.each, first);
    const std::string heading = layout.heading ? filled_line(*layout.heading, table, first, Format::html) : "";
    const PlotData data = plot_data(request.kind.name, layout, table, meanings, first, end);
    if (data.drawn > 0 || !layout.unless_empty) text += figure(heading, data);
    first = end;
  }
  return text.empty() ? text : text + legend_of(table, query, Format::html);
}

}  // namespace warpledger
