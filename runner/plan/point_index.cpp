#include "plan/point_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {

PointIndex::PointIndex(const Plan& plan) : plan_(plan) {
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) {
    const PointLine line = plan.line(ordinal);
    by_value_["instance"][line.instance].push_back(ordinal);
    by_value_["kernel"][line.instance.substr(0, line.instance.find('<'))].push_back(ordinal);
    by_value_["threads"][line.threads].push_back(ordinal);
    by_value_["grid"][line.grid].push_back(ordinal);
    by_value_["block"][line.block].push_back(ordinal);
    for (std::size_t i = 0; i < line.values.size(); ++i) {
      const double* number = std::get_if<double>(&line.values[i]);
      if (!number || !std::isnan(*number)) by_value_[plan.columns()[i]][line.values[i]].push_back(ordinal);
    }
  }
}

std::vector<std::int64_t> PointIndex::find(const std::map<std::string, Cell>& values) const {
  if (values.empty()) return plan_.ordinals();
  static const Ordinals kNone;
  std::vector<const Ordinals*> lists;
  for (const auto& [name, value] : values) {
    const auto of_name = by_value_.find(name);
    if (of_name == by_value_.end()) {
      std::vector<std::string> names;
      for (const auto& [known, list] : by_value_) names.push_back(known);
      throw Error(fmt::format("no point has a '{}'", printable(name)), fmt::format("name {}", join(names)));
    }
    const auto with_value = of_name->second.find(value);
    lists.push_back(with_value == of_name->second.end() ? &kNone : &with_value->second);
  }
  std::ranges::sort(lists, {}, [](const Ordinals* list) { return list->size(); });
  Ordinals found = *lists.front();
  for (const Ordinals* list : lists)
    std::erase_if(found, [&](std::int64_t ordinal) { return !std::ranges::binary_search(*list, ordinal); });
  return found;
}

}  // namespace warpledger
