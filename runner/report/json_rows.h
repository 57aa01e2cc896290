#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/table.h"

namespace warpledger {

/// Returns an answer as an array of objects, one per row, with column names as keys in order. Numbers are unrounded;
/// whole numbers become integers. In a column with an integer beyond 2^53, such as an id, all integers become texts,
/// because other JSON readers round them. NULL is null, a bar its CSV text; the key of a modelled column ends with "~".
/// Throws Error for duplicate keys and infinite numbers.
nlohmann::ordered_json json_rows(const Table& table);

/// JSON form of a column.
struct JsonColumn;

/// Text of json_rows(), one row per line, for an answer in parts. The first part decides which columns have texts
/// instead of integers; in later parts, only a single integer beyond 2^53 becomes a text.
class JsonRowText {
 public:
  JsonRowText();
  ~JsonRowText();
  /// Returns the text of `part`. Throws Error as json_rows() does.
  std::string of(const Table& part);
  /// Returns the end of the array.
  std::string end() const;

 private:
  std::unique_ptr<const std::vector<JsonColumn>> columns_;  ///< null before the first part
  bool empty_ = true;
};

/// Returns `number` if it is an integer up to 2^53; beyond that, a double does not hold every integer.
std::optional<std::int64_t> whole_number(double number);

/// Converts whole numbers in an nlohmann::json or ordered_json to integers: 4, not 4.0.
template <class Json>
Json with_integers(Json json) {
  if (json.is_structured())
    for (auto& item : json) item = with_integers(std::move(item));
  else if (json.is_number_float())
    if (const auto whole = whole_number(json.template get<double>())) json = *whole;
  return json;
}

/// Returns `json` with_integers() in one line without a newline, as commands print it. Bytes that are not UTF-8, for
/// example in a path or a tag, become U+FFFD.
template <class Json>
std::string json_line(Json json) {
  return with_integers(std::move(json)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns the same on several indented lines, with a final newline.
template <class Json>
std::string json_text(Json json) {
  return with_integers(std::move(json)).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// null for an absent number.
template <class Json>
Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace warpledger
