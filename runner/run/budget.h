#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"

namespace warpledger {

/// Limit of a search by time or number of points.
struct Budget {
  std::string text;  ///< as given: "10min", "200 points"
  std::optional<double> time_s;
  std::optional<std::int64_t> points;
};

/// Parses "10min", "1h30min" or "200points". Throws Error at `place` if `text` is invalid.
Budget parse_budget(const std::string& text, const Place& place);

}  // namespace warpledger
