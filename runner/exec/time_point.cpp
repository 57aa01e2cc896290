#include "exec/time_point.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "exec/sampling.h"

namespace warpledger {
namespace {

/// Samples that are thrown away: they bring code, caches and clocks to where the others find them.
constexpr int kWarmups = 1;

constexpr double kLongHostLaunch_s = 0.5;

int warmups(const Backend& backend) { return backend.times_gpu() ? kWarmups : 0; }

/// As the job says, where that is of use.
Measure measure_on(const Backend& backend, Measure measure) {
  if (!backend.times_gpu()) measure.min_samples = measure.max_samples = 1;
  return measure;
}

/// The prepare launches, timed as a work of their own. Fewer samples do: what is compared is the point's own time.
std::optional<Timing> time_prepare(const Job& job, const Work& work, Backend& backend, const Stopwatch& stopwatch) {
  if (work.prepare.empty()) return std::nullopt;
  const Work alone{.constants = work.constants, .restores = work.restores, .prepare = {}, .launches = work.prepare};
  Measure measure = measure_on(backend, job.measure);
  measure.max_samples = measure.min_samples;
  backend.time(alone, measure.cache, warmups(backend));
  const auto take = [&](int samples) { return backend.time(alone, measure.cache, samples); };
  Timing timing = sample_until_known(measure, take, [&] { return stopwatch.elapsed_s(); });
  timing.clock = backend.clock_name();
  return timing;
}

}  // namespace

bool worth_timing(const Backend& backend, double launch_s) {
  return backend.times_gpu() || launch_s <= kLongHostLaunch_s;
}

Timing timing_of_one(const Backend& backend, double launch_s) {
  return {{{.time_ns = 1e9 * launch_s}}, backend.clock_name(), "time_limit"};
}

Metric not_timed() {
  return {"launch_time", std::nullopt, "ns", "event", "not timed: the point was to be verified only"};
}

void time_point(const Job& job, Places& places, Backend& backend, const Stopwatch& stopwatch, Result& result) {
  // Before the point's own samples, which prepare anew: what these launches leave behind is not checked.
  result.prepare_timing = time_prepare(job, places.all().front().work, backend, stopwatch);
  places.take(warmups(backend) * static_cast<int>(places.all().size()));
  backend.health();  // what happened before these samples does not count
  const auto take = [&](int samples) { return places.take(samples); };
  const Measure measure = measure_on(backend, job.measure);
  Timing timing = sample_until_known(measure, take, [&] { return stopwatch.elapsed_s(); });
  timing.clock = backend.clock_name();
  result.timing = std::move(timing);
  std::ranges::move(metrics_of(backend.health()), std::back_inserter(result.metrics));
}

}  // namespace warpledger
