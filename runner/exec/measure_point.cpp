#include "exec/measure_point.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <utility>

#include "exec/places.h"
#include "exec/prepare.h"
#include "exec/sampling.h"
#include "exec/stopwatch.h"
#include "exec/verify.h"

namespace warpledger {
namespace {

/// Samples that are thrown away: they bring code, caches and clocks to where the others find them.
constexpr int kWarmups = 1;

std::vector<Metric> attributes_of(const Prepared& prepared) {
  if (prepared.work.launches.empty()) return {};
  const BoundLaunch& launch = prepared.work.launches.front();
  return launch.module->attributes(launch.function, launch.block.volume(), launch.shared_bytes);
}

/// The prepare launches, timed as a work of their own. Fewer samples do: what is compared is the point's own time.
std::optional<Timing> time_prepare(const Job& job, const Work& work, Backend& backend, const Stopwatch& stopwatch) {
  if (work.prepare.empty()) return std::nullopt;
  const Work alone{.constants = work.constants, .restores = work.restores, .prepare = {}, .launches = work.prepare};
  Measure measure = job.measure;
  measure.max_samples = measure.min_samples;
  backend.time(alone, measure.cache, kWarmups);
  const auto take = [&](int samples) { return backend.time(alone, measure.cache, samples); };
  Timing timing = sample_until_known(measure, take, [&] { return stopwatch.elapsed_s(); });
  timing.clock = backend.clock_name();
  return timing;
}

void verify_and_time(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result) {
  Places places(job, prepare(job, context.backend, context.workspace), context);
  context.workspace.drop_unused();
  Prepared& first = places.all().front();
  result.metrics = attributes_of(first);
  const auto expected = context.references.expected(job, context.workspace);
  Verification verification(job, first, *expected, context);
  verification.run_and_check(result.checks);
  verification.poison();
  // Before the point's own samples, which prepare anew: what these launches leave behind is not checked.
  result.prepare_timing = time_prepare(job, first.work, context.backend, stopwatch);
  places.take(kWarmups * static_cast<int>(places.all().size()));
  context.backend.health();  // what happened before these samples does not count
  const auto take = [&](int samples) { return places.take(samples); };
  Timing timing = sample_until_known(job.measure, take, [&] { return stopwatch.elapsed_s(); });
  timing.clock = context.backend.clock_name();
  result.timing = std::move(timing);
  std::ranges::move(metrics_of(context.backend.health()), std::back_inserter(result.metrics));
  verification.check_again();
}

/// Whatever `run` does to its Result, or how it ended early.
template <typename Run>
Result ending(const Job& job, PointContext& context, Run run) {
  const Stopwatch stopwatch;
  Result result;
  result.ordinal = job.ordinal;
  try {
    run(stopwatch, result);
  } catch (const PointEnd& end) {
    result.outcome = end.outcome();
    result.reason = end.what();
  } catch (const std::bad_alloc&) {
    result.outcome = Outcome::invalid_point;
    result.reason = "the host has not enough memory to hold and check this point's buffers";
  }
  if (result.outcome != Outcome::ok) context.workspace.forget_buffers();
  result.wall_s = stopwatch.elapsed_s();
  return result;
}

}  // namespace

Result measure_point(const Job& job, PointContext& context) {
  return ending(job, context,
                [&](const Stopwatch& stopwatch, Result& result) { verify_and_time(job, context, stopwatch, result); });
}

Result launch_point(const Job& job, PointContext& context) {
  return ending(job, context, [&](const Stopwatch&, Result&) {
    const Prepared prepared = prepare(job, context.backend, context.workspace);
    context.backend.launch(prepared.work);
    context.workspace.drop_unused();
  });
}

}  // namespace warpledger
