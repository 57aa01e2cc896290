#include "model/unique_keys.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {

void UniqueKeys::add(const std::string& key) {
  if (open_.back().insert(key).second) return;
  throw Error(fmt::format("an object has the key '{}' twice", printable(key)), "keep one of them");
}

}  // namespace warpledger
