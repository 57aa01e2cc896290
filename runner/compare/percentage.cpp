#include "compare/percentage.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/error.h"

namespace warpledger {

double parse_percentage(const std::string& text, const std::string& option) {
  std::string_view number = text;
  const bool is_percentage = number.ends_with('%');
  if (is_percentage) number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), value);
  const double share = is_percentage ? value / 100 : value;
  if (failure != std::errc() || end != number.data() + number.size() || !(share >= 0 && share < 1))
    throw Error(fmt::format("{}: '{}' is not a percentage", option, text), "write one from 0% to below 100%, as 1%");
  return share;
}

}  // namespace warpledger
