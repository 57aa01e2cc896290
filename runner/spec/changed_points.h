#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// The keys of an experiment that say which points a grading runs, where two texts of it differ in more than layout and
/// comments: "grid", "grading.hidden". Empty when they do not, or when one of them is no YAML.
std::vector<std::string> changed_point_keys(const std::string& then, const std::string& now);

/// Whether two texts of a family differ in more than layout, comments and what it is about.
bool is_other_family(const std::string& then, const std::string& now);

}  // namespace warpledger
