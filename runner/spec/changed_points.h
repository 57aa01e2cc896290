#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// Returns the keys, such as "grid" or "grading.hidden", that affect a grading's points and differ, ignoring layout and
/// comments. Empty if one text is not YAML.
std::vector<std::string> changed_point_keys(const std::string& then, const std::string& now);

/// True if two texts of a family differ, ignoring layout, comments and `about`.
bool is_other_family(const std::string& then, const std::string& now);

}  // namespace warpledger
