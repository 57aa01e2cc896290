#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"

namespace warpledger {

/// How much of a grid a search may measure: for so long, or so many points.
struct Budget {
  std::string text;  ///< as it was given: "10min", "200 points"
  std::optional<double> time_s;
  std::optional<std::int64_t> points;
};

/// The budget that "10min", "1h30min" or "200points" means. Throws Error at `place` when it is none.
Budget parse_budget(const std::string& text, const Place& place);

}  // namespace warpledger
