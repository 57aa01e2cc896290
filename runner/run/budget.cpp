#include "run/budget.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/text.h"
#include "spec/measure.h"

namespace warpledger {
namespace {

constexpr const char* kBudgetHint = "write 8h, 10min, 1h30min, 90s or 200points";

/// The number before the unit "points" or "point"; nothing for another unit.
std::optional<std::string_view> count_of_points(std::string_view text) {
  for (const std::string_view unit : {"points", "point"}) {
    if (!text.ends_with(unit)) continue;
    text.remove_suffix(unit.size());
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }
  return std::nullopt;
}

}  // namespace

Budget parse_budget(const std::string& text, const Place& place) {
  if (const auto count = count_of_points(text)) {
    std::int64_t points = 0;
    const auto [rest, error] = std::from_chars(count->data(), count->data() + count->size(), points);
    if (error != std::errc() || rest != count->data() + count->size() || points < 1)
      throw Error(place, fmt::format("'{}' is not a number of points", printable(text)), kBudgetHint);
    return {.text = text, .time_s = std::nullopt, .points = points};
  }
  try {
    return {.text = text, .time_s = parse_duration_s(text, place), .points = std::nullopt};
  } catch (const Error&) {
    throw Error(
        place, fmt::format("'{}' is neither a duration from 1 ms to 1000000 s nor a number of points", printable(text)),
        kBudgetHint);
  }
}

}  // namespace warpledger
