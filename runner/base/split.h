#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// What stands between one `separator` of `text` and the next: one part more than there are separators, each maybe
/// empty.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace warpledger
