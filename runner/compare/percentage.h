#pragma once

#include <string>

namespace warpledger {

/// "1%", "0.5 %" or "0.01" as a share: 0.01, 0.005, 0.01. Throws Error naming `option` when it is none, or is not at
/// least 0 and below 1.
double parse_percentage(const std::string& text, const std::string& option);

}  // namespace warpledger
