#include "report/json_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/text.h"
#include "report/cell.h"
#include "report/legend.h"

namespace warpledger {

struct JsonColumn {
  std::string key;
  bool whole_as_text = false;  ///< some integers exceed 2^53
};

namespace {

using Json = nlohmann::ordered_json;

/// JavaScript and jq read numbers as doubles: eight ids became one.
constexpr std::int64_t kLargestWhole = std::int64_t{1} << 53;

bool exceeds_double(std::int64_t whole) { return whole > kLargestWhole || whole < -kLargestWhole; }

bool exceeds_double(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const std::vector<Cell>& row) {
    const auto* whole = std::get_if<std::int64_t>(&row.at(column));
    return whole != nullptr && exceeds_double(*whole);
  });
}

std::vector<JsonColumn> keys_of(const Table& table) {
  std::vector<JsonColumn> keys;
  std::set<std::string> taken;
  const auto take = [&](const std::string& key) {
    if (!taken.insert(key).second)
      throw Error(fmt::format("two columns are called '{}', but names in a JSON object are unique", key),
                  "give one of them another name: ... AS NAME");
  };
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const std::string key = table.columns[column] + std::string(table.is_modelled(column) ? kModelledSuffix : "");
    take(key);
    keys.push_back({.key = key, .whole_as_text = exceeds_double(table, column)});
  }
  return keys;
}

/// "run 3, ordinal 5": cells that identify a row.
std::string start_of_row(const Table& table, std::size_t row) {
  constexpr std::size_t kMost = 2;
  std::vector<std::string> cells;
  for (std::size_t column = 0; column < std::min(kMost, table.columns.size()); ++column)
    cells.push_back(fmt::format("{} {}", table.columns[column], in_words(table.rows[row].at(column))));
  return join(cells);
}

struct ToJson {
  const Table& table;
  std::size_t row;
  const std::string& column;
  bool whole_as_text;

  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(std::int64_t number) const {
    return whole_as_text || exceeds_double(number) ? Json(std::to_string(number)) : Json(number);
  }
  Json operator()(double number) const {
    if (!std::isfinite(number))
      throw Error(fmt::format("column '{}' has an infinite number, which JSON cannot represent, in the row of {}",
                              column, start_of_row(table, row)),
                  "leave these rows out (WHERE), or write csv");
    const auto whole = whole_number(number);
    return whole ? Json(*whole) : Json(number);
  }
  Json operator()(const std::string& text) const {
    const DecodedCell decoded = decode(text);
    if (const auto* bar = std::get_if<Bar>(&decoded)) return bar_in_numbers(*bar);
    const auto* number = std::get_if<NumberText>(&decoded);
    if (number == nullptr) return text;
    double value = 0;
    std::from_chars(number->exact.data(), number->exact.data() + number->exact.size(), value);
    return (*this)(value);
  }
};

Json row_of(const Table& table, std::size_t number, const std::vector<JsonColumn>& keys) {
  Json row = Json::object();
  for (std::size_t column = 0; column < keys.size(); ++column) {
    row[keys[column].key] = std::visit(ToJson{table, number, table.columns[column], keys[column].whole_as_text},
                                       table.rows[number].at(column));
  }
  return row;
}

}  // namespace

std::optional<std::int64_t> whole_number(double number) {
  if (number != std::floor(number) || std::abs(number) > static_cast<double>(kLargestWhole)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

Json json_rows(const Table& table) {
  const std::vector<JsonColumn> keys = keys_of(table);
  Json rows = Json::array();
  for (std::size_t number = 0; number < table.rows.size(); ++number) rows.push_back(row_of(table, number, keys));
  return rows;
}

JsonRowText::JsonRowText() = default;
JsonRowText::~JsonRowText() = default;

std::string JsonRowText::of(const Table& part) {
  std::string text = columns_ ? "" : "[";
  if (!columns_) columns_ = std::make_unique<const std::vector<JsonColumn>>(keys_of(part));
  for (std::size_t number = 0; number < part.rows.size(); ++number) {
    text += std::exchange(empty_, false) ? "\n" : ",\n";
    // Kernels may print text that is not UTF-8.
    text += row_of(part, number, *columns_).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return text;
}

std::string JsonRowText::end() const { return empty_ ? "]\n" : "\n]\n"; }

}  // namespace warpledger
