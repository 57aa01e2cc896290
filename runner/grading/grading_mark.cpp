#include "grading/grading_mark.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace warpledger {

nlohmann::json to_json(const GradingMark& mark) {
  std::vector<std::string> seeds;
  for (const std::uint64_t seed : mark.seeds) seeds.push_back(std::to_string(seed));
  return {{"session", mark.session},    {"attempt", mark.attempt}, {"seeds", seeds},      {"graded", mark.graded},
          {"role", name_of(mark.role)}, {"grid", mark.grid},       {"round", mark.round}, {"last", mark.last}};
}

GradingMark grading_mark_from(const nlohmann::json& json) {
  GradingMark mark{.session = json.at("session"),
                   .attempt = json.at("attempt"),
                   .seeds = {},
                   .graded = json.at("graded"),
                   .grid = json.at("grid"),
                   .round = json.at("round"),
                   .last = json.at("last")};
  for (const std::string seed : json.at("seeds")) mark.seeds.push_back(std::stoull(seed));
  const auto role = std::ranges::find(kGradingRoles, json.at("role").get<std::string>());
  mark.role = static_cast<GradingRole>(std::distance(kGradingRoles.begin(), role));
  return mark;
}

}  // namespace warpledger
