#include "report/table_layout.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>

#include "report/block.h"

namespace warpledger {
namespace {

using Widths = std::vector<std::size_t>;

constexpr std::string_view kWhenEqualTo = " when equal to ";

void add_hidden(TableLayout& layout, const std::string& value, const Table& table, const Place& where) {
  if (const std::size_t at = value.find(kWhenEqualTo); at != std::string::npos) {
    layout.hidden.push_back({column_index(table, value.substr(0, at), where),
                             column_index(table, value.substr(at + kWhenEqualTo.size()), where)});
    return;
  }
  for (const std::string& name : names_in(value)) layout.hidden.push_back({column_index(table, name, where), {}});
}

/// At most `cap`, but at least the minimum.
Widths capped(const std::vector<ColumnNeeds>& needs, std::size_t cap) {
  Widths widths;
  for (const ColumnNeeds& column : needs) widths.push_back(std::max(column.least, std::min(column.natural, cap)));
  return widths;
}

std::size_t total(const Widths& widths) {
  return std::accumulate(widths.begin(), widths.end(), widths.empty() ? 0 : widths.size() - 1);
}

void hand_out_rest(Widths& widths, const std::vector<ColumnNeeds>& needs, std::size_t width) {
  std::size_t rest = width - total(widths);
  for (std::size_t i = 0; i < widths.size() && rest > 0; ++i) {
    if (widths[i] >= needs[i].natural) continue;
    ++widths[i];
    --rest;
  }
}

/// Narrows the widest columns; absent if they cannot fit.
std::optional<Widths> narrowed(const std::vector<ColumnNeeds>& needs, std::size_t width) {
  if (total(capped(needs, 0)) > width) return std::nullopt;
  std::size_t fits = 0;
  std::size_t too_wide = width + 1;  // known not to fit
  while (fits + 1 < too_wide) {
    const std::size_t cap = fits + (too_wide - fits) / 2;
    (total(capped(needs, cap)) <= width ? fits : too_wide) = cap;
  }
  Widths widths = capped(needs, fits);
  hand_out_rest(widths, needs, width);
  return widths;
}

/// Ignores the columns' minimum.
Widths squeezed(std::vector<ColumnNeeds> needs, std::size_t width) {
  for (ColumnNeeds& column : needs) column.least = std::min<std::size_t>(column.least, 1);
  return narrowed(needs, width).value_or(capped(needs, 1));
}

/// From left to right.
class Packing {
 public:
  Packing(const std::vector<ColumnNeeds>& needs, std::size_t keys, std::size_t width)
      : needs_(needs), keys_(keys), width_(width) {
    begin_block();
  }

  void add(std::size_t first, std::size_t end) {
    if (!fits_with(first, end) && columns_.size() > keys_) end_block();
    const bool all_fit = fits_with(first, end);
    for (std::size_t column = first; column < end; ++column) {
      if (!all_fit && columns_.size() > keys_ && !fits_with(column, column + 1)) end_block();
      columns_.push_back(column);
    }
  }

  std::vector<ColumnBlock> finished() {
    end_block();
    return std::move(blocks_);
  }

 private:
  void begin_block() {
    columns_.resize(keys_);
    std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  }

  void end_block() {
    const std::vector<ColumnNeeds> needs = needs_of(columns_);
    Widths widths = narrowed(needs, width_).value_or(squeezed(needs, width_));
    blocks_.push_back({std::move(columns_), std::move(widths)});
    begin_block();
  }

  bool fits_with(std::size_t first, std::size_t end) const {
    std::vector<std::size_t> columns = columns_;
    for (std::size_t column = first; column < end; ++column) columns.push_back(column);
    return total(capped(needs_of(columns), 0)) <= width_;
  }

  std::vector<ColumnNeeds> needs_of(const std::vector<std::size_t>& columns) const {
    std::vector<ColumnNeeds> needs;
    for (const std::size_t column : columns) needs.push_back(needs_[column]);
    return needs;
  }

  const std::vector<ColumnNeeds>& needs_;
  std::size_t keys_;
  std::size_t width_;
  std::vector<std::size_t> columns_;
  std::vector<ColumnBlock> blocks_;
};

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

std::vector<ColumnBlock> fit_columns(const std::vector<ColumnNeeds>& needs, std::size_t keys, std::size_t width) {
  std::vector<std::size_t> all(needs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (auto widths = narrowed(needs, width)) return {{std::move(all), *std::move(widths)}};
  Packing packing(needs, std::min(keys, needs.size()), width);
  for (std::size_t first = std::min(keys, needs.size()), end = first; first < needs.size(); first = end) {
    while (++end < needs.size() && needs[end].joined) {
    }
    packing.add(first, end);
  }
  return packing.finished();
}

}  // namespace warpledger
