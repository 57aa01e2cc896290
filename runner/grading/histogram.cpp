#include "grading/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html_page.h"

namespace warpledger {
namespace {

constexpr double kWidth = 480, kHeight = 150, kBelow = 22, kAbove = 16;

/// The smallest of 1, 2, 5, 10, 20, ... times a power of ten that is not below `least`.
double round_width(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= least * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

std::string bar(const Histogram& histogram, std::size_t i, const std::string& unit) {
  const std::size_t most = *std::ranges::max_element(histogram.counts);
  const double slot = kWidth / static_cast<double>(histogram.counts.size());
  const double room = kHeight - kAbove - kBelow;
  const double height = room * static_cast<double>(histogram.counts[i]) / static_cast<double>(most);
  const double left = slot * static_cast<double>(i);
  const double from = histogram.first + histogram.width * static_cast<double>(i);
  std::string svg = fmt::format("<text class=\"at\" x=\"{:.1f}\" y=\"{}\">{:.6g}</text>", left, kHeight - 6, from);
  if (histogram.counts[i] == 0) return svg;
  return svg + fmt::format(
                   "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{} from {:.6g} to {:.6g} "
                   "{}</title></rect><text class=\"count\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                   left + 1, kHeight - kBelow - height, slot - 2, height, histogram.counts[i], from,
                   from + histogram.width, html_escaped(unit), left + slot / 2, kHeight - kBelow - height - 4,
                   histogram.counts[i]);
}

}  // namespace

Histogram histogram_of(const std::vector<double>& values, double least, std::size_t most_ranges) {
  Histogram histogram{.first = least, .counts = {}};
  if (values.empty()) return histogram;
  const double range = *std::ranges::max_element(values) - least;
  if (!(range > 0)) return {.first = least, .width = 1, .counts = {values.size()}};
  histogram.width = round_width(range / static_cast<double>(most_ranges));
  const double ranges = std::ceil(range / histogram.width * (1 - 1e-9));
  histogram.counts.assign(std::max<std::size_t>(static_cast<std::size_t>(ranges), 1), 0);
  for (const double value : values) {
    const double place = std::max((value - least) / histogram.width, 0.0);
    ++histogram.counts[std::min(static_cast<std::size_t>(place), histogram.counts.size() - 1)];
  }
  return histogram;
}

std::string histogram_figure(const Histogram& histogram, const std::string& caption, const std::string& unit) {
  if (histogram.counts.empty()) return "";
  std::string svg;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) svg += bar(histogram, i, unit);
  return fmt::format(
      "<figure class=\"histogram\"><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"{}\">{}<path class=\"base\" d=\"M0 {}H{}\"/></svg>\n<p class=\"axis below\">{}</p></figure>\n",
      html_escaped(caption), kWidth, kHeight, html_escaped(caption), svg, kHeight - kBelow, kWidth, html_escaped(unit));
}

}  // namespace warpledger
