#pragma once

#include <optional>
#include <string_view>

namespace warpledger {

/// Returns the seconds in "500 ms", "1.5h" or "2h30min", or nullopt. Units are w, d, h, min, s, ms, each at most once
/// and in this order. human_seconds() is the inverse.
std::optional<double> seconds_in(std::string_view text);

}  // namespace warpledger
