#include "exec/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/samples.h"

namespace warpledger {
namespace {

Metric time_metric(std::string_view what, ClockReading reading) {
  return {fmt::format("{}_time", what), reading.time_ns, "ns", "event", std::move(reading.reason)};
}

ClockReading read(OtherClock clock, const Job& job, const Work& work, double sample_ns, Backend& backend) {
  if (clock == OtherClock::batch && sample_ns >= kShortLaunch_ns)
    return {std::nullopt, "the launch takes 50 µs or more: the time between events says as much"};
  return backend.time_by(clock, work, job.measure.cache);
}

std::string_view other_cache_of(const Job& job) { return job.measure.cache == Cache::warm ? "cold" : "warm"; }

/// Takes as many samples as the point has, at most 100.
ClockReading read_other_cache(const Job& job, const Work& work, std::size_t samples, Backend& backend) {
  constexpr std::size_t kMost = 100;
  if (!backend.times_gpu()) return {std::nullopt, "a host is timed in one cache state"};
  const Cache cache = other_than(job.measure.cache);
  std::vector<double> times_ns;
  for (const Sample& sample : backend.time(work, cache, static_cast<int>(std::min(samples, kMost))))
    times_ns.push_back(sample.time_ns);
  return {median(times_ns), ""};
}

}  // namespace

std::vector<Metric> times_by_other_clocks(const Job& job, const Work& work, const Timing& timing, Backend& backend) {
  std::vector<double> times_ns;
  for (const Sample& sample : timing.samples) times_ns.push_back(sample.time_ns);
  const double sample_ns = median(times_ns);
  std::vector<Metric> metrics;
  for (const OtherClock clock : job.measure.clocks)
    metrics.push_back(time_metric(name_of(clock), read(clock, job, work, sample_ns, backend)));
  if (job.measure.both_caches)
    metrics.push_back(time_metric(other_cache_of(job), read_other_cache(job, work, times_ns.size(), backend)));
  if (sample_ns < kShortLaunch_ns)
    if (const auto empty_ns = backend.empty_launch_ns()) metrics.push_back(time_metric("empty_launch", {empty_ns, ""}));
  return metrics;
}

std::vector<Metric> no_other_clocks(const Job& job, const std::string& reason) {
  std::vector<Metric> metrics;
  for (const OtherClock clock : job.measure.clocks)
    metrics.push_back(time_metric(name_of(clock), {std::nullopt, reason}));
  if (job.measure.both_caches) metrics.push_back(time_metric(other_cache_of(job), {std::nullopt, reason}));
  return metrics;
}

}  // namespace warpledger
