#include "report/empty_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/cell.h"

namespace warpledger {
namespace {

bool is_blank(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return std::holds_alternative<std::monostate>(cell) || (text && text->empty());
}

/// A number that is refused is a mark without a value, and is shown.
bool has_value(const Table& table, std::size_t column) {
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (!is_blank(table.rows[row].at(column)) || table.mark(row, column) != Mark::none) return true;
  return false;
}

/// "dram_bytes, ffma and 3 more".
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  if (names.size() <= kMost) return join(names);
  return fmt::format("{} and {} more", join({names.begin(), names.begin() + kMost - 1}), names.size() - kMost + 1);
}

/// "a host has no GPU times; no dram_bytes, ffma: not permitted". The view has a row a reason and metric that it is the
/// reason for, sorted by reason.
std::string reasons_in(const Table& table) {
  std::vector<std::string> reasons;
  for (std::size_t row = 0; row < table.rows.size();) {
    const Cell& reason = table.rows[row].at(0);
    std::vector<std::string> names;
    for (; row < table.rows.size() && table.rows[row].at(0) == reason; ++row)
      if (!is_blank(table.rows[row].at(1))) names.push_back(in_words(table.rows[row].at(1)));
    reasons.push_back((names.empty() ? "" : fmt::format("no {}: ", some_of(names))) + in_words(reason));
  }
  return join(reasons, "; ");
}

}  // namespace

void EmptyColumns::see(const Table& table, const std::vector<Meaning>& meanings, const TableLayout& layout) {
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    if (!table.rows.empty()) seen_.insert(meanings[i].first);
    if (layout.keeps_empty || layout.is_fixed(i) || has_value(table, i)) filled_.insert(meanings[i].first);
  }
}

std::vector<Meaning> EmptyColumns::without(const std::vector<Meaning>& meanings) const {
  std::vector<Meaning> rest;
  for (const Meaning& meaning : meanings)
    if (!has(meaning.first)) rest.push_back(meaning);
  return rest;
}

std::string EmptyColumns::note(const std::vector<Meaning>& meanings, const Query& query) {
  std::vector<std::string> titles;
  for (const auto& [title, meaning] : meanings)
    if (has(title) && named_.insert(title).second) titles.push_back(title);
  if (titles.empty()) return {};
  const std::string reasons = reasons_in(query("SELECT reason, name FROM empty_reason ORDER BY place, reason, name"));
  return fmt::format("Empty on this page and left out: {}{}", join(titles),
                     reasons.empty() ? "" : " (" + reasons + ")");
}

}  // namespace warpledger
