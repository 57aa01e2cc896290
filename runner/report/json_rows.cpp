#include "report/json_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <variant>

#include "base/error.h"
#include "report/cell.h"
#include "report/legend.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

/// What a column becomes.
struct Keys {
  std::string value;
  std::string source;          ///< empty for a column without marks
  bool whole_as_text = false;  ///< its whole numbers are more than a double holds
};

/// JavaScript and jq read numbers as doubles: eight ids became one.
constexpr std::int64_t kLargestWhole = std::int64_t{1} << 53;

bool exceeds_double(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const std::vector<Cell>& row) {
    const auto* whole = std::get_if<std::int64_t>(&row.at(column));
    return whole != nullptr && (*whole > kLargestWhole || *whole < -kLargestWhole);
  });
}

std::vector<Keys> keys_of(const Table& table) {
  std::vector<Keys> keys;
  std::set<std::string> taken;
  const auto take = [&](const std::string& key) {
    if (!taken.insert(key).second)
      throw Error(fmt::format("two columns are called '{}', but names in a JSON object are unique", key),
                  "give one of them another name: ... AS NAME");
  };
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    Keys& names = keys.emplace_back(Keys{.value = table.columns[column], .source = ""});
    take(names.value);
    names.whole_as_text = exceeds_double(table, column);
    if (std::none_of(table.marks.begin(), table.marks.end(),
                     [&](const std::vector<Mark>& row) { return row.at(column) != Mark::none; }))
      continue;
    names.source = names.value + " source";
    take(names.source);
  }
  return keys;
}

struct ToJson {
  const std::string& column;
  bool whole_as_text;

  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(std::int64_t number) const { return whole_as_text ? Json(std::to_string(number)) : Json(number); }
  Json operator()(double number) const {
    if (!std::isfinite(number))
      throw Error(fmt::format("column '{}' has an infinite number, which JSON cannot represent", column),
                  "leave these rows out (WHERE), or write csv");
    return number;
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

}  // namespace

Json json_rows(const Table& table) {
  const std::vector<Keys> keys = keys_of(table);
  Json rows = Json::array();
  for (std::size_t number = 0; number < table.rows.size(); ++number) {
    Json row = Json::object();
    for (std::size_t column = 0; column < keys.size(); ++column) {
      const Keys& names = keys[column];
      const Mark mark = table.mark(number, column);
      row[names.value] = mark == Mark::mixed
                             ? Json()
                             : std::visit(ToJson{names.value, names.whole_as_text}, table.rows[number].at(column));
      if (!names.source.empty()) row[names.source] = mark == Mark::none ? Json() : Json(source_of(mark));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace warpledger
