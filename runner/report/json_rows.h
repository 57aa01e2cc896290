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

/// A query's answer as an array of objects, a row each, with the columns' names as keys in their order. Numbers have
/// all their digits, and whole numbers are integers; the integers of a column that has one beyond 2^53, such as an id,
/// are texts, because other readers of JSON round them; whatever format their cell has; NULL is null, a bar the text
/// that CSV has. The key of a modelled column ends with "~". Throws Error when two keys are the same, or a number is
/// infinite, for which JSON has no word.
nlohmann::ordered_json json_rows(const Table& table);

/// What a column becomes in JSON.
struct JsonColumn;

/// The text of json_rows(), one row per line, of an answer that comes in parts. Columns whose whole numbers are texts
/// are known from the first part; a whole number beyond 2^53 in a later part is a text alone.
class JsonRowText {
 public:
  JsonRowText();
  ~JsonRowText();
  /// What `part` adds. Throws Error as json_rows() does.
  std::string of(const Table& part);
  /// What closes the array.
  std::string end() const;

 private:
  std::unique_ptr<const std::vector<JsonColumn>> columns_;  ///< null before the first part
  bool empty_ = true;
};

/// `number` if it is whole and a double holds it and its neighbours.
std::optional<std::int64_t> whole_number(double number);

/// `json`, an nlohmann::json or ordered_json, with its whole numbers as integers: 4, not 4.0.
template <class Json>
Json with_integers(Json json) {
  if (json.is_structured())
    for (auto& item : json) item = with_integers(std::move(item));
  else if (json.is_number_float())
    if (const auto whole = whole_number(json.template get<double>())) json = *whole;
  return json;
}

/// `json` as commands print it, with_integers(), in one line without a newline. Bytes that are not UTF-8, which a path
/// or a tag may hold and JSON may not, become U+FFFD.
template <class Json>
std::string json_line(Json json) {
  return with_integers(std::move(json)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The same in several lines, indented, with a newline after the last.
template <class Json>
std::string json_text(Json json) {
  return with_integers(std::move(json)).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// null for a number that is absent.
template <class Json>
Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace warpledger
