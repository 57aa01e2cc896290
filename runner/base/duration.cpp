#include "base/duration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace warpledger {
namespace {

struct UnitOfTime {
  std::string_view name;
  double seconds;
};

/// longest first
constexpr std::array<UnitOfTime, 6> kUnitsOfTime = {
    {{"w", 7 * 86'400}, {"d", 86'400}, {"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}}};
constexpr std::string_view kLettersOfUnits = "abcdefghijklmnopqrstuvwxyz";

}  // namespace

std::optional<double> seconds_in(std::string_view text) {
  text = trim(text);
  const auto* next = kUnitsOfTime.begin();
  double seconds = 0;
  do {
    double number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
    text = trim(text.substr(static_cast<std::size_t>(end - text.data())));
    const std::string_view name = text.substr(0, text.find_first_not_of(kLettersOfUnits));
    next = std::find_if(next, kUnitsOfTime.end(), [&](const UnitOfTime& unit) { return unit.name == name; });
    if (next == kUnitsOfTime.end()) return std::nullopt;
    seconds += number * next++->seconds;
    text = trim(text.substr(name.size()));
  } while (!text.empty());
  return seconds;
}

}  // namespace warpledger
