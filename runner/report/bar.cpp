#include "report/bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpledger {

std::string draw_bar(std::span<const BarPart> parts, std::size_t length) {
  std::vector<BarPart> sorted;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(sorted),
               [](const BarPart& part) { return !std::isnan(part.fraction); });
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const BarPart& a, const BarPart& b) { return a.fraction < b.fraction; });
  std::string bar;
  for (const BarPart& part : sorted) {
    const double reach = std::clamp(part.fraction, 0.0, 2.0) * static_cast<double>(length) + 0.5;
    if (const auto end = static_cast<std::size_t>(reach); end > bar.size()) bar.resize(end, part.character);
  }
  if (bar.size() > length) {
    bar.resize(length);
    if (length > 0) bar.back() = '>';
  }
  return bar;
}

std::string bar_in_numbers(std::span<const BarPart> parts) {
  std::string text;
  for (const BarPart& part : parts)
    text += fmt::format("{}{}{:.3f}", text.empty() ? "" : " ", part.character, part.fraction);
  return text;
}

}  // namespace warpledger
