#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace warpledger {

/// The keys of a JSON text's objects as they are read. nlohmann keeps the last of two that are the same, and says
/// nothing.
class UniqueKeys {
 public:
  void begin_object() { open_.emplace_back(); }
  void end_object() { open_.pop_back(); }
  /// Throws Error when the innermost object has it already.
  void add(const std::string& key);

 private:
  std::vector<std::set<std::string>> open_;
};

/// For Json::parse(), which then throws Error where an object has a key twice. Json: nlohmann's json or ordered_json.
template <class Json>
typename Json::parser_callback_t unique_keys() {
  return [keys = std::make_shared<UniqueKeys>()](int /*depth*/, typename Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys->begin_object();
    if (event == Json::parse_event_t::object_end) keys->end_object();
    if (event == Json::parse_event_t::key) keys->add(parsed.template get<std::string>());
    return true;
  };
}

}  // namespace warpledger
