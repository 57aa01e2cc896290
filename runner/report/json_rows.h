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

/// Returns an object per row with keys in column order. Numbers are unrounded, whole ones integers. If a column has an
/// integer beyond 2^53, such as an id, all its integers are texts, because other readers round them. NULL is null, a
/// bar its CSV text; keys of modelled columns end with "~". Throws Error for duplicate keys and infinite numbers.
nlohmann::ordered_json json_rows(const Table& table);

struct JsonColumn;

/// json_rows() of an answer in parts, one row per line. The first part decides which columns have texts instead of
/// integers.
class JsonRowText {
 public:
  JsonRowText();
  ~JsonRowText();
  /// Returns the text of `part`. Throws like json_rows().
  std::string of(const Table& part);
  std::string end() const;

 private:
  std::unique_ptr<const std::vector<JsonColumn>> columns_;  ///< null before the first part
  bool empty_ = true;
};

/// Returns whole numbers up to 2^53; beyond that, a double does not hold every integer.
std::optional<std::int64_t> whole_number(double number);

/// Converts whole numbers to integers: 4 instead of 4.0.
template <class Json>
Json with_integers(Json json) {
  if (json.is_structured())
    for (auto& item : json) item = with_integers(std::move(item));
  else if (json.is_number_float())
    if (const auto whole = whole_number(json.template get<double>())) json = *whole;
  return json;
}

/// Prints JSON on one line, without a newline. Bytes that are not UTF-8, as in a path or tag, become U+FFFD.
template <class Json>
std::string json_line(Json json) {
  return with_integers(std::move(json)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Prints indented JSON with a final newline.
template <class Json>
std::string json_text(Json json) {
  return with_integers(std::move(json)).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <class Json>
Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace warpledger
