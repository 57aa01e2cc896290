#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// `json`, an nlohmann::json or ordered_json, as commands print it. Bytes that are not UTF-8, which a path or a tag may
/// hold and JSON may not, become U+FFFD.
template <class Json>
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// null for a number that is absent.
template <class Json>
Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace warpledger
