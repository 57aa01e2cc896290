#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Splits `text` at each `separator`. Parts may be empty; n separators give n + 1 parts.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace warpledger
