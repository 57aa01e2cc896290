#include "model/unique_keys.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {

void UniqueKeys::add_key(const std::string& key) {
  Open& object = open_.back();
  if (!object.keys.insert(key).second)
    throw Error(fmt::format("{} has the key '{}' twice", place(), printable(key)), "keep one of them");
  object.key = key;
}

/// Returns "benchmarks[3].states", or "an object" at the top level.
std::string UniqueKeys::place() const {
  std::string path;
  for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
    const Open& outer = open_[i];
    if (outer.is_array)
      path += fmt::format("[{}]", outer.items - 1);
    else
      path += (path.empty() ? "" : ".") + printable(outer.key);
  }
  return path.empty() ? "an object" : path;
}

}  // namespace warpledger
