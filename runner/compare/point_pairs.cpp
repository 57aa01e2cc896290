#include "compare/point_pairs.h"

#include <algorithm>
#include <map>

namespace warpledger {
namespace {

/// The values that each parameter takes.
std::map<std::string, std::set<std::string>> values_in(const std::vector<MeasuredPoint>& points) {
  std::map<std::string, std::set<std::string>> values;
  for (const MeasuredPoint& point : points)
    for (const auto& [name, value] : point.parameters) values[name].insert(value);
  return values;
}

/// The parameters that count, in the order in which identities have them.
std::vector<std::string> names_that_count(const std::vector<MeasuredPoint>& before,
                                          const std::vector<MeasuredPoint>& after, const Matching& matching) {
  std::set<std::string> left_out = matching.ignored;
  if (matching.across_kernels) left_out.merge(separating_names(before, after));
  std::vector<std::string> names;
  for (const std::vector<MeasuredPoint>* side : {&before, &after}) {
    for (const MeasuredPoint& point : *side) {
      for (const auto& [name, value] : point.parameters)
        if (left_out.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

/// What two points must agree in.
std::string key_of(const MeasuredPoint& point, const std::set<std::string>& names, bool across_kernels) {
  std::string key = point.family;
  if (!across_kernels) key += ' ' + point.kernel;
  // An identity has its parameters in a fixed order.
  for (const auto& [name, value] : point.parameters)
    if (names.contains(name)) key.append(1, ' ').append(name).append(1, '=').append(value);
  return key;
}

}  // namespace

std::set<std::string> separating_names(const std::vector<MeasuredPoint>& before,
                                       const std::vector<MeasuredPoint>& after) {
  const auto of_before = values_in(before), of_after = values_in(after);
  auto all = of_before;
  all.insert(of_after.begin(), of_after.end());
  std::set<std::string> names;
  for (const auto& [name, values] : all) {
    const auto left = of_before.find(name), right = of_after.find(name);
    const bool shared = left != of_before.end() && right != of_after.end() &&
                        std::any_of(left->second.begin(), left->second.end(),
                                    [&](const std::string& value) { return right->second.contains(value); });
    if (!shared) names.insert(name);
  }
  return names;
}

PointPairs pair_points(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                       const Matching& matching) {
  PointPairs result;
  result.names = names_that_count(before, after, matching);
  const std::set<std::string> names(result.names.begin(), result.names.end());
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < after.size(); ++i) places[key_of(after[i], names, matching.across_kernels)].push_back(i);
  std::set<std::size_t> paired;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto found = places.find(key_of(before[i], names, matching.across_kernels));
    if (found == places.end()) {
      result.only_before.push_back(i);
      continue;
    }
    for (const std::size_t other : found->second) {
      result.pairs.emplace_back(i, other);
      paired.insert(other);
    }
  }
  for (std::size_t i = 0; i < after.size(); ++i)
    if (!paired.contains(i)) result.only_after.push_back(i);
  return result;
}

}  // namespace warpledger
