#include "report/table_layout.h"

#include <algorithm>
#include <string_view>

#include "report/block.h"

namespace warpledger {
namespace {

constexpr std::string_view kWhenEqualTo = " when equal to ";

void add_hidden(TableLayout& layout, const std::string& value, const Table& table, const Place& where) {
  if (const std::size_t at = value.find(kWhenEqualTo); at != std::string::npos) {
    layout.hidden.push_back({column_index(table, value.substr(0, at), where),
                             column_index(table, value.substr(at + kWhenEqualTo.size()), where)});
    return;
  }
  for (const std::string& name : names_in(value)) layout.hidden.push_back({column_index(table, name, where), {}});
}

}  // namespace

bool TableLayout::is_fixed(std::size_t column) const {
  const auto holds = [&](const std::vector<std::size_t>& columns) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
  };
  return holds(each) || holds(in_heading) || std::any_of(hidden.begin(), hidden.end(), [&](const HiddenColumn& one) {
           return one.column == column && !one.equal_to;
         });
}

TableLayout table_layout(const Page& page, const SqlBlock& block, const Table& table) {
  TableLayout layout;
  for (const BlockOption& option : block_options(page, block,
                                                 {{"each"},
                                                  {"heading"},
                                                  {.name = "hide", .repeatable = true},
                                                  {.name = "unless empty", .has_value = false},
                                                  {.name = "keep empty", .has_value = false}})) {
    const Place where = page.place(option.line, option.value_at + 1);
    if (option.name == "each")
      for (const std::string& name : names_in(option.value)) layout.each.push_back(column_index(table, name, where));
    if (option.name == "heading") layout.heading = split_at_placeholders(page, option.line, option.value_at);
    if (option.name == "hide") add_hidden(layout, option.value, table, where);
    if (option.name == "unless empty") layout.unless_empty = true;
    if (option.name == "keep empty") layout.keeps_empty = true;
  }
  if (layout.heading)
    for (const Placeholder& placeholder : layout.heading->placeholders)
      layout.in_heading.push_back(column_index(table, placeholder.name, placeholder.where));
  return layout;
}

}  // namespace warpledger
