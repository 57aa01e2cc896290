#include "report/block.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/split.h"
#include "base/text.h"
#include "report/cell.h"
#include "report/html_page.h"
#include "report/legend.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

constexpr std::string_view kComment = "--";

/// Absent if the line is not a comment.
std::optional<BlockOption> option_on(const std::string& text, std::size_t line) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string::npos || text.compare(start, kComment.size(), kComment) != 0) return std::nullopt;
  const std::size_t name_at = start + kComment.size();
  const std::size_t colon = std::min(text.find(':', name_at), text.size());
  BlockOption option{.name = std::string(trim(std::string_view(text).substr(name_at, colon - name_at))), .line = line};
  option.value_at = std::min(text.find_first_not_of(" \t", std::min(colon + 1, text.size())), text.size());
  option.value = trim(std::string_view(text).substr(option.value_at));
  return option;
}

void check(const BlockOption& option, const std::vector<KnownOption>& known, const Place& where) {
  const auto match =
      std::find_if(known.begin(), known.end(), [&](const KnownOption& k) { return k.name == option.name; });
  if (match == known.end()) {
    std::vector<std::string> names;
    for (const KnownOption& k : known) names.emplace_back(k.name);
    throw Error(where, "unknown option '" + option.name + "'", did_you_mean(option.name, names));
  }
  if (match->has_value && option.value.empty())
    throw Error(where, "option '" + option.name + "' needs a value", "write -- " + option.name + ": VALUE");
  if (!match->has_value && !option.value.empty())
    throw Error(where, "option '" + option.name + "' takes no value", "write -- " + option.name);
}

bool repeatable(const std::string& name, const std::vector<KnownOption>& known) {
  return std::any_of(known.begin(), known.end(), [&](const KnownOption& k) { return k.name == name && k.repeatable; });
}

}  // namespace

std::vector<BlockOption> block_options(const Page& page, const SqlBlock& block, const std::vector<KnownOption>& known) {
  std::vector<BlockOption> options;
  for (std::size_t i = 0; i < block.lines.size(); ++i) {
    const std::string& text = block.lines[i];
    if (trim(text).empty()) continue;
    const auto option = option_on(text, block.fence_line + 1 + i);
    if (!option) break;
    const std::size_t name_at = std::min(text.find_first_not_of("- \t"), text.size());
    const Place where = page.place(option->line, name_at + 1);
    check(*option, known, where);
    const bool given = std::any_of(options.begin(), options.end(),
                                   [&](const BlockOption& other) { return other.name == option->name; });
    if (given && !repeatable(option->name, known))
      throw Error(where, "option '" + option->name + "' is given twice", "keep one of them");
    options.push_back(*option);
  }
  return options;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string& name : split(list, ',')) names.emplace_back(trim(name));
  return names;
}

Table answer_of(const Page& page, const SqlBlock& block, const Query& query) {
  const std::string sql = join(block.lines, "\n");
  try {
    return query(sql);
  } catch (const Error& error) {
    // Line n of the statement is line n after the fence; line 0 is the block.
    throw Error(page.place(block.fence_line + error.where().line, error.where().column), error.problem(), error.hint());
  }
}

std::size_t column_index(const Table& table, const std::string& name, const Place& where) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  if (found == table.columns.end())
    throw Error(where, "this block's query has no column '" + name + "'", did_you_mean(name, table.columns));
  return static_cast<std::size_t>(found - table.columns.begin());
}

std::size_t end_of_group(const Table& table, const std::vector<std::size_t>& each, std::size_t first) {
  const auto same = [&](std::size_t row) {
    return std::all_of(each.begin(), each.end(),
                       [&](std::size_t column) { return table.rows[row].at(column) == table.rows[first].at(column); });
  };
  std::size_t end = first + 1;
  while (end < table.rows.size() && same(end)) ++end;
  return end;
}

std::string filled_line(const Template& line, const Table& table, std::size_t row, Format format) {
  const std::string words = fill(line, [&](const Placeholder& placeholder) {
    const std::size_t column = column_index(table, placeholder.name, placeholder.where);
    const std::string value =
        with_mark(in_words(table.rows.at(row).at(column)), table.rows.at(row).at(column), table.is_modelled(column));
    return format == Format::markdown ? markdown_escaped(value) : value;
  });
  return format == Format::html ? html_escaped(words) : words;
}

}  // namespace warpledger
