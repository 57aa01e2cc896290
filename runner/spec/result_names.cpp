#include "spec/result_names.h"

#include <fmt/format.h>

#include "base/text.h"
#include "spec/reader.h"

namespace warpledger {
ResultNames::ResultNames(const std::vector<std::string>& columns) {
  for (const std::string& column : columns) lower_case_.insert(lower_case(column));
}

void ResultNames::refuse(const Reader& key) const {
  const std::string name = lower_case(key.text());
  if (lower_case_.contains(name))
    key.fail(fmt::format("'{}' clashes with the column '{}' of results", key.text(), name),
             "choose another name; `warpledger query --columns points` lists the columns");
}

std::size_t add_name(const Reader& key, const ResultNames& taken, Symbols& symbols) {
  const std::string& name = key.text();
  bool usable = symbols.find(name).has_value();
  const std::size_t slot = symbols.add(name);
  key.attempt([&] {
    key.new_name();
    usable = true;
    taken.refuse(key);
  });
  if (!usable) symbols.refuse(name);
  return slot;
}

}  // namespace warpledger
