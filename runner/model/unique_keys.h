#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace warpledger {

/// Detects duplicate keys, of which nlohmann silently keeps the last.
class UniqueKeys {
 public:
  void begin_object() { begin({}); }
  void begin_array() { begin({.is_array = true}); }
  void end() { open_.pop_back(); }
  void add_value() { count_item(); }
  /// Throws Error with the place of a duplicate.
  void add_key(const std::string& key);

 private:
  struct Open {
    bool is_array = false;
    std::size_t items = 0;  ///< of an array, so far
    std::set<std::string> keys = {};
    std::string key = {};  ///< last one
  };
  void begin(Open opened) {
    count_item();
    open_.push_back(std::move(opened));
  }
  void count_item() {
    if (!open_.empty()) ++open_.back().items;
  }
  std::string place() const;

  std::vector<Open> open_;
};

/// For Json::parse(), which then throws Error for a duplicate key. Json: nlohmann's json or ordered_json.
template <class Json>
typename Json::parser_callback_t unique_keys() {
  return [keys = std::make_shared<UniqueKeys>()](int /*depth*/, typename Json::parse_event_t event, Json& parsed) {
    using Is = typename Json::parse_event_t;
    if (event == Is::object_start) keys->begin_object();
    if (event == Is::array_start) keys->begin_array();
    if (event == Is::object_end || event == Is::array_end) keys->end();
    if (event == Is::value) keys->add_value();
    if (event == Is::key) keys->add_key(parsed.template get<std::string>());
    return true;
  };
}

}  // namespace warpledger
