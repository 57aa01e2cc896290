#include "exec/placement.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/samples.h"

namespace warpledger {
namespace {

/// Executions before a place's first sample: they bring its lines into the cache.
constexpr int kWarmups = 2;
constexpr int kSamples = 3;

/// A launch longer than this cannot depend much on the latency of single lines, and costs more to repeat.
constexpr double kLongLaunch_ns = 2e6;

bool fits_l2(const Job& job, const Device& device) {
  const auto l2 = device.facts.find("l2_bytes");
  if (l2 == device.facts.end()) return false;
  double bytes = 0;
  for (const BufferSpec& buffer : job.buffers)
    bytes += static_cast<double>(buffer.count) * static_cast<double>(facts_of(buffer.type).bytes);
  return bytes <= static_cast<double>(l2->second);
}

double median_time_ns(const Work& work, const Job& job, Backend& backend) {
  std::vector<double> times_ns;
  for (const Sample& sample : backend.time(work, job.measure.cache, kWarmups + kSamples))
    times_ns.push_back(sample.time_ns);
  return median(std::span(times_ns).subspan(kWarmups));
}

}  // namespace

Placement fastest_placement(const Job& job, Prepared first, PointContext& context) {
  Placement best{std::move(first), std::nullopt};
  const int places = context.backend.placements();
  if (places <= 1 || !fits_l2(job, context.backend.describe())) return best;
  double least_ns = median_time_ns(best.prepared.work, job, context.backend);
  if (least_ns > kLongLaunch_ns) return best;
  double most_ns = least_ns;
  for (int place = 1; place < places; ++place) {
    Prepared other = prepare(job, context.backend, context.workspace, place);
    const double time_ns = median_time_ns(other.work, job, context.backend);
    most_ns = std::max(most_ns, time_ns);
    if (time_ns >= least_ns) continue;
    least_ns = time_ns;
    best.prepared = std::move(other);
  }
  best.spread = Metric{"placement_spread", most_ns / least_ns, "ratio", "event", ""};
  return best;
}

}  // namespace warpledger
