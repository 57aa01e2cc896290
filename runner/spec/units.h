#pragma once

#include <string>

#include "base/error.h"

namespace warpledger {

/// "1 %" -> 0.01. `place` is the text's; throws Error there when the unit is missing or the share is none that a
/// measurement can have.
double parse_percent(const std::string& text, const Place& place);

/// "500 ms", "10 s" or "2 min" in seconds; throws like parse_percent.
double parse_duration_s(const std::string& text, const Place& place);

}  // namespace warpledger
