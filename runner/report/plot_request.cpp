#include "report/plot_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "report/html_page.h"
#include "report/legend.h"
#include "report/plot_data.h"

namespace warpledger {
namespace {

std::string rows(std::size_t count) { return fmt::format("{} row{}", count, count == 1 ? "" : "s"); }

std::string not_drawn(const PlotData& data) {
  std::vector<std::string> parts;
  if (data.absent > 0) parts.push_back(rows(data.absent) + " without a number");
  if (data.not_positive > 0)
    parts.push_back(rows(data.not_positive) + " with numbers that a logarithmic axis cannot show");
  return parts.empty() ? "" : fmt::format("<p class=\"note\">Not drawn: {}.</p>\n", join(parts));
}

std::string figure(const std::string& heading, const PlotData& data) {
  std::string text = "<figure>\n";
  if (!heading.empty()) text += fmt::format("<figcaption>{}</figcaption>\n", heading);
  if (data.drawn > 0) text += json_element(data.json);
  return text + not_drawn(data) + "</figure>\n";
}

std::vector<KnownOption> known_options(const PlotKind& kind) {
  std::vector<KnownOption> known;
  for (const PlotRole& role : kind.roles) known.push_back({.name = role.option, .repeatable = role.repeatable});
  known.insert(known.end(), {{"log"}, {"each"}, {"heading"}, {.name = "unless empty", .has_value = false}});
  return known;
}

void set_log(const BlockOption& option, const PlotRequest& request, const Place& where, PlotLayout& layout) {
  std::vector<std::string> allowed;
  for (const PlotRole& role : request.kind.roles)
    if (role.may_be_log) allowed.emplace_back(role.option);
  for (const std::string& name : names_in(option.value)) {
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
      throw Error(where, fmt::format("'{}' cannot be logarithmic in a {} plot", name, request.kind.name),
                  did_you_mean(name, allowed));
    for (PlotColumns& given : layout.roles)
      if (given.role.option == name) given.log = true;
  }
}

PlotColumns columns_of(const PlotRole& role, const BlockOption& option, const Table& table, const Place& where) {
  PlotColumns given{.role = role, .where = where, .log = false};
  if (role.use == PlotUse::words) {
    for (const std::string& name : names_in(option.value)) given.columns.push_back(column_index(table, name, where));
  } else {
    given.columns.push_back(column_index(table, option.value, where));
  }
  return given;
}

}  // namespace

const PlotKind& plot_kind(SqlBlock::Kind kind) {
  using Kind = SqlBlock::Kind;
  using Use = PlotUse;
  static const std::map<Kind, PlotKind> kKinds = {
      {Kind::line,
       {"line",
        {{.option = "x", .may_be_log = true},
         {.option = "y", .may_be_log = true},
         {.option = "series", .use = Use::words, .required = false}}}},
      {Kind::roofline,
       {"roofline",
        {{.option = "x"},
         {.option = "y"},
         {.option = "series", .use = Use::words, .required = false},
         {.option = "roof", .use = Use::limit, .required = false, .repeatable = true},
         {.option = "slope", .use = Use::limit, .required = false, .repeatable = true}}}},
      {Kind::heatmap,
       {"heatmap",
        {{.option = "x", .use = Use::any}, {.option = "y", .use = Use::any}, {.option = "value", .may_be_log = true}}}},
      {Kind::samples,
       {"samples", {{.option = "category", .use = Use::words}, {.option = "value", .may_be_log = true}}}},
      {Kind::history,
       {"history",
        {{.option = "x", .use = Use::time},
         {.option = "y", .may_be_log = true},
         {.option = "series", .use = Use::words, .required = false},
         {.option = "change", .use = Use::event, .required = false},
         {.option = "note", .use = Use::event, .required = false}}}},
  };
  return kKinds.at(kind);
}

PlotRequest plot_request(const Page& page, const SqlBlock& block) {
  const PlotKind& kind = plot_kind(block.kind);
  PlotRequest request{.block = block, .kind = kind, .options = block_options(page, block, known_options(kind))};
  for (const PlotRole& role : kind.roles) {
    const bool given = std::any_of(request.options.begin(), request.options.end(),
                                   [&](const BlockOption& option) { return option.name == role.option; });
    if (role.required && !given)
      throw Error(page.place(block.fence_line, 1),
                  fmt::format("this {} plot does not say which column is its '{}'", kind.name, role.option),
                  fmt::format("begin it with -- {}: COLUMN", role.option));
  }
  return request;
}

PlotLayout plot_layout(const Page& page, const PlotRequest& request, const Table& table) {
  PlotLayout layout;
  const auto where = [&](const BlockOption& option) { return page.place(option.line, option.value_at + 1); };
  for (const PlotRole& role : request.kind.roles)
    for (const BlockOption& option : request.options)
      if (option.name == role.option) layout.roles.push_back(columns_of(role, option, table, where(option)));
  for (const BlockOption& option : request.options) {
    if (option.name == "log") set_log(option, request, where(option), layout);
    if (option.name == "each")
      for (const std::string& name : names_in(option.value))
        layout.each.push_back(column_index(table, name, where(option)));
    if (option.name == "heading") layout.heading = split_at_placeholders(page, option.line, option.value_at);
    if (option.name == "unless empty") layout.unless_empty = true;
  }
  if (layout.heading)
    for (const Placeholder& placeholder : layout.heading->placeholders)
      column_index(table, placeholder.name, placeholder.where);
  return layout;
}

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
