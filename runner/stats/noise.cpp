#include "stats/noise.h"

#include <algorithm>
#include <vector>

#include "model/samples.h"

namespace warpledger {
namespace {

constexpr double kShort_ns = 10'000;
constexpr double kNotExceededBy = 0.99;

}  // namespace

double gap_of(const Noise& noise, double median_ns) { return noise.relative + noise.offset_ns / median_ns; }

Noise noise_of(std::span<const NoiseGap> gaps) {
  Noise noise;
  std::vector<double> of_short, shares;
  for (const NoiseGap& gap : gaps)
    if (gap.median_ns < kShort_ns) of_short.push_back(gap.gap_ns);
  if (!of_short.empty()) noise.offset_ns = quantile(of_short, kNotExceededBy);
  for (const NoiseGap& gap : gaps) shares.push_back(std::max(gap.gap_ns - noise.offset_ns, 0.0) / gap.median_ns);
  noise.relative = quantile(shares, kNotExceededBy);
  return noise;
}

}  // namespace warpledger
