#include "grading/speed_of_light.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpledger {
namespace {

/// Boost clocks exceed the nominal ones that peaks are made of by about so much, and events round.
constexpr double kUncertainty = 0.02;

/// Keeps the larger time. `per_ns` is a rate in G a second, which is one a nanosecond.
void need(std::optional<SpeedOfLight>& floor, double amount, std::optional<double> per_ns, const char* limit) {
  if (!per_ns || *per_ns <= 0) return;
  const double least_ns = std::max(0.0, amount) / *per_ns;
  if (!floor || least_ns > floor->least_ns) floor = SpeedOfLight{least_ns, limit};
}

}  // namespace

std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks) {
  std::optional<SpeedOfLight> floor;
  need(floor, work.fmas, peaks.fp32_gfma, "FP32 units");
  if (!work.in_l2) {
    need(floor, work.bytes, peaks.dram_gbs, "device memory");
    return floor;
  }
  need(floor, work.bytes, peaks.l2_gbs, "L2 cache");
  if (peaks.l2_bytes) need(floor, work.bytes - *peaks.l2_bytes, peaks.dram_gbs, "device memory");
  return floor;
}

std::optional<std::string> too_fast(double median_ns, const SpeedOfLight& floor) {
  if (median_ns >= floor.least_ns * (1 - kUncertainty)) return std::nullopt;
  return fmt::format(
      "faster than the device allows: the median is {:.2f} us; the minimum for the {} alone is {:.2f} us",
      median_ns / 1e3, floor.limit, floor.least_ns / 1e3);
}

}  // namespace warpledger
