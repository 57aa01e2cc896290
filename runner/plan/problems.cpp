#include "plan/problems.h"

#include <cstddef>
#include <map>

namespace warpledger {

std::vector<std::vector<std::int64_t>> points_by_problem(const Plan& plan) {
  std::map<std::vector<double>, std::size_t> found;
  std::vector<std::vector<std::int64_t>> problems;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) {
    const auto [shape, is_new] = found.try_emplace(plan.shape(ordinal), problems.size());
    if (is_new) problems.emplace_back();
    problems[shape->second].push_back(ordinal);
  }
  return problems;
}

}  // namespace warpledger
