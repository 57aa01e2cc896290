#include "compare/sparkline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/samples.h"
#include "report/html_page.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostDots = 60;
constexpr double kWidth = 120, kHeight = 28, kMargin = 3;
constexpr double kLeastRange = 0.05;  // relative to the median

struct Dots {
  std::vector<std::optional<double>> values;
  std::size_t together = 1;  ///< values per dot
};

Dots dots_of(std::span<const std::optional<double>> values) {
  Dots dots;
  dots.together = std::max<std::size_t>((values.size() + kMostDots - 1) / kMostDots, 1);
  for (std::size_t i = 0; i < values.size(); i += dots.together) {
    std::vector<double> some;
    for (std::size_t k = i; k < std::min(i + dots.together, values.size()); ++k)
      if (values[k]) some.push_back(*values[k]);
    dots.values.push_back(some.empty() ? std::nullopt : std::optional(median(some)));
  }
  return dots;
}

struct SparkScale {
  double least = 0, range = 1;
  double y(double value) const { return kHeight - kMargin - (kHeight - 2 * kMargin) * (value - least) / range; }
};

SparkScale scale_of(const std::vector<std::optional<double>>& values) {
  std::vector<double> known;
  for (const auto& value : values)
    if (value) known.push_back(*value);
  if (known.empty()) return {};
  const auto [least, most] = std::minmax_element(known.begin(), known.end());
  const double wanted = std::max({*most - *least, kLeastRange * std::abs(median(known)), 1e-300});
  return {(*least + *most - wanted) / 2, wanted};
}

}  // namespace

std::string sparkline(std::span<const std::optional<double>> values, const std::vector<SparkMark>& marks,
                      const std::string& label) {
  const Dots dots = dots_of(values);
  const SparkScale scale = scale_of(dots.values);
  const double step = dots.values.size() > 1 ? kWidth / static_cast<double>(dots.values.size() - 1) : 0;
  std::string line, changes;
  bool is_gap = true;
  for (std::size_t i = 0; i < dots.values.size(); ++i) {
    if (dots.values[i])
      line +=
          fmt::format("{}{:.0f} {:.1f}", is_gap ? 'M' : 'L', step * static_cast<double>(i), scale.y(*dots.values[i]));
    is_gap = !dots.values[i];
  }
  if (dots.values.size() == 1 && !line.empty())
    line = fmt::format("M{:.0f} {:.1f}h0", kWidth / 2, kHeight / 2);  // a dot
  for (const SparkMark& mark : marks) {
    const std::size_t dot = mark.index / dots.together;
    changes += fmt::format("<path class=\"{}\" d=\"M{:.0f} 0V{:.0f}\"/>", mark.is_up ? "up" : "down",
                           step * static_cast<double>(dot), kHeight);
  }
  return fmt::format(
      "<svg class=\"spark\" viewBox=\"0 0 {:.0f} {:.0f}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">"
      "{}<path d=\"{}\"/></svg>",
      kWidth, kHeight, html_escaped(label), changes, line);
}

}  // namespace warpledger
