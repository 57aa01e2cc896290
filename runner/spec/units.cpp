#include "spec/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <span>
#include <string_view>

namespace warpledger {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array<Unit, 1> kShares = {{{"%", 0.01}}};
constexpr std::array<Unit, 3> kDurations = {{{"ms", 1e-3}, {"s", 1}, {"min", 60}}};

/// A number in one of `units`, above 0 and within `least` and `most`.
double parse(const std::string& text, const Place& place, std::span<const Unit> units, double least, double most,
             std::string_view what, std::string_view examples) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  for (const Unit& known : units) {
    const double value = number * known.factor;
    if (error == std::errc() && known.name == unit && value >= least && value <= most) return value;
  }
  throw Error(place, fmt::format("'{}' is not a {} with its unit", text, what), fmt::format("write {}", examples));
}

}  // namespace

double parse_percent(const std::string& text, const Place& place) {
  return parse(text, place, kShares, 1e-6, 1, "share from 0.0001 % to 100 %", "1 % or 0.5 %");
}

double parse_duration_s(const std::string& text, const Place& place) {
  return parse(text, place, kDurations, 1e-3, 1e6, "duration from 1 ms to 1000000 s", "500 ms, 10 s or 2 min");
}

}  // namespace warpledger
