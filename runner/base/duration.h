#pragma once

#include <optional>
#include <string_view>

namespace warpledger {

/// "500 ms", "1.5h", "2 h 30 min", "2h30min" in seconds: numbers in w, d, h, min, s or ms, each of these units at most
/// once and the longer ones first; nullopt for other text and numbers below 0. human_seconds() is the way back.
std::optional<double> seconds_in(std::string_view text);

}  // namespace warpledger
