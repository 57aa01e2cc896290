#include "spec/changed_points.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "base/error.h"
#include "spec/document.h"

namespace warpledger {
namespace {

/// Returns a value as text, independent of layout; a list of one value equals that value.
std::string plain(const DocumentNode& node) {
  if (node.items.size() == 1) return plain(node.items[0]);
  std::string text = node.text;
  for (const DocumentNode& item : node.items) text += "[" + plain(item) + "]";
  for (const DocumentEntry& entry : node.entries) text += "{" + entry.key.text + ":" + plain(entry.value) + "}";
  return text;
}

using Values = std::map<std::string, std::string>;

void add(const DocumentNode& mapping, const std::string& prefix, std::initializer_list<const char*> keys,
         Values& values) {
  for (const DocumentEntry& entry : mapping.entries)
    if (std::ranges::count(keys, entry.key.text) > 0) values[prefix + entry.key.text] = plain(entry.value);
}

Values values_about_points(const std::string& text) {
  ErrorList errors;
  Document document("experiment", text, errors);
  Values values;
  add(document.root(), "", {"family", "families", "grid", "derive", "where"}, values);
  for (const DocumentEntry& entry : document.root().entries)
    if (entry.key.text == "grading")
      add(entry.value, "grading.", {"submission", "reference", "hidden", "seeds", "rounds"}, values);
  return values;
}

}  // namespace

std::vector<std::string> changed_point_keys(const std::string& then, const std::string& now) {
  try {
    Values before = values_about_points(then), after = values_about_points(now);
    Values all = before;
    all.insert(after.begin(), after.end());
    std::vector<std::string> keys;
    for (const auto& [key, value] : all)
      if (before[key] != after[key]) keys.push_back(key);
    return keys;
  } catch (const Error&) {
    return {};
  }
}

bool is_other_family(const std::string& then, const std::string& now) {
  const auto plain_text = [](const std::string& text) {
    ErrorList errors;
    Document document("family", text, errors);
    std::erase_if(document.root().entries, [](const DocumentEntry& entry) { return entry.key.text == "about"; });
    return plain(document.root());
  };
  try {
    return plain_text(then) != plain_text(now);
  } catch (const Error&) {
    return then != now;
  }
}

}  // namespace warpledger
