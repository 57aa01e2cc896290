#include "exec/speed_of_light.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "model/samples.h"

namespace warpledger {
namespace {

/// Boost clocks exceed the nominal clocks of the peaks by about this much, and events round.
constexpr double kUncertainty = 0.02;

/// fp16 multiply-adds on tensor cores per FP32 multiply-add.
constexpr double kTensorRatio = 16;

/// Raises `floor` to `amount` / `per_ns`. A rate in G/s equals one per ns.
void need(std::optional<SpeedOfLight>& floor, double amount, std::optional<double> per_ns, const char* limit) {
  if (!per_ns || *per_ns <= 0) return;
  const double least_ns = std::max(0.0, amount) / *per_ns;
  if (!floor || least_ns > floor->least_ns) floor = SpeedOfLight{least_ns, limit};
}

double work_named(const Job& job, std::string_view name) {
  const auto found = std::ranges::find_if(job.quantities, [&](const Quantity& quantity) {
    return quantity.kind == Quantity::Kind::work && quantity.name == name;
  });
  return found == job.quantities.end() ? 0 : found->value;
}

/// A known fact. Some devices report 0 for unknown ones.
std::optional<double> fact(const Device& device, const std::string& name) {
  const auto found = device.facts.find(name);
  if (found == device.facts.end() || found->second <= 0) return std::nullopt;
  return static_cast<double>(found->second);
}

}  // namespace

std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks) {
  std::optional<SpeedOfLight> floor;
  need(floor, work.fmas / kTensorRatio, peaks.fp32_gfma, "arithmetic units");
  if (!work.in_l2) {
    const double waiting = std::min(work.written, peaks.l2_bytes.value_or(work.written));
    need(floor, work.bytes - waiting, peaks.dram_gbs, "device memory");
    return floor;
  }
  need(floor, work.bytes, peaks.l2_gbs, "L2 cache");
  const double spared = (work.in_place ? 2 : 1) * peaks.l2_bytes.value_or(0);
  if (peaks.l2_bytes) need(floor, work.bytes - spared, peaks.dram_gbs, "device memory");
  return floor;
}

bool is_too_fast(double median_ns, const SpeedOfLight& floor) {
  return median_ns < floor.least_ns * (1 - kUncertainty);
}

DevicePeaks peaks_of(const Device& device) {
  DevicePeaks peaks;
  if (device.backend == "host") return peaks;
  peaks.l2_bytes = fact(device, "l2_bytes");
  const auto memory_khz = fact(device, "memory_clock_khz"), bus_bits = fact(device, "memory_bus_bits");
  if (memory_khz && bus_bits) peaks.dram_gbs = 2e-6 * *memory_khz * *bus_bits / 8;  // two transfers per clock
  const auto fp32 = fact(device, "fp32_per_sm"), sms = fact(device, "sm_count"), clock_khz = fact(device, "clock_khz");
  if (fp32 && sms && clock_khz) peaks.fp32_gfma = 1e-6 * *fp32 * *sms * *clock_khz;
  return peaks;
}

LeastWork least_work_of(const Job& job) {
  constexpr std::size_t kSingle_bytes = 4;
  LeastWork work;
  work.written = work_named(job, "ideal_write_bytes");
  work.bytes = work_named(job, "ideal_read_bytes") + work.written;
  work.in_l2 = job.measure.cache == Cache::warm;
  work.in_place = std::ranges::any_of(job.buffers, [](const BufferSpec& b) { return b.role == Role::inout; });
  if (std::ranges::all_of(job.buffers, [](const BufferSpec& b) { return facts_of(b.type).bytes >= kSingle_bytes; }))
    work.fmas = work_named(job, "fmas");
  return work;
}

void refuse_implausible(const Job& job, const DevicePeaks& peaks, Result& result) {
  if (result.outcome != Outcome::ok || !result.timing || result.timing->samples.empty()) return;
  std::vector<double> times_ns;
  for (const Sample& sample : result.timing->samples) times_ns.push_back(sample.time_ns);
  const double median_ns = median(times_ns);
  const LeastWork work = least_work_of(job);
  const std::optional<SpeedOfLight> floor = speed_of_light(work, peaks);
  if (!floor || !is_too_fast(median_ns, *floor)) return;
  result.outcome = Outcome::implausible;
  const std::string amount = floor->limit == "arithmetic units" ? fmt::format("{:.4g} multiply-adds", work.fmas)
                                                                : human_bytes(static_cast<std::int64_t>(work.bytes));
  result.reason = fmt::format(
      "the median time of {:.4g} µs is below {:.4g} µs, the least that the {} of this device need{} for the "
      "point's {}{}",
      1e-3 * median_ns, 1e-3 * floor->least_ns, floor->limit, floor->limit == "arithmetic units" ? "" : "s", amount,
      work.in_l2 && floor->limit == "device memory" ? " beyond the L2 cache" : "");
}

}  // namespace warpledger
