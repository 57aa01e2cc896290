#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// A C++ text without its comments and white space: equal for two texts that differ in nothing else. Literals stay as
/// they are. Made for comparing, not for compiling.
std::string bare_source(std::string_view text);

}  // namespace warpledger
