#include "exec/measure_point.h"

#include <algorithm>
#include <iterator>
#include <new>

#include "exec/clocks.h"
#include "exec/stopwatch.h"
#include "exec/time_point.h"
#include "exec/untrusted_point.h"
#include "exec/verify.h"
#include "exec/workspace.h"
#include "model/samples.h"

namespace warpledger {
namespace {

/// Restores first contents for neighbouring points, and outputs to check.
void launch_on_first_inputs(const Job& job, BufferPlacements& places, PointContext& context) {
  for (Prepared& place : places.all()) refill(job, place, context.workspace);
  context.backend.launch(places.all().front().work);
  finish(places.all().front(), context.backend);
}

/// A time of 0 ns is below the clock's resolution: the point then has no times.
void refuse_times_of_zero(Result& result) {
  for (const auto* timing : {&result.timing, &result.prepare_timing}) {
    if (!*timing || std::ranges::all_of((*timing)->samples, is_launch_time, &Sample::time_ns)) continue;
    result.timing.reset();
    result.prepare_timing.reset();
    throw PointFailure(Outcome::implausible, "a launch took 0 ns by the clock that timed it");
  }
}

void verify_and_time(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result) {
  BufferPlacements places(job, prepare(job, context.backend, context.workspace), context);
  context.workspace.drop_unused();
  Prepared& first = places.all().front();
  result.metrics = attributes_of(first);
  const auto expected = context.references.expected(job, context.workspace);
  Verification verification(job, first, context);
  const double launch_s = verification.launch();
  verification.check(*expected, result.checks);
  if (!job.measure.timed()) {
    result.metrics.push_back(not_timed());
  } else if (worth_timing(context.backend, launch_s)) {
    verification.poison();
    time_point(job, places, context.backend, stopwatch, result);
    std::ranges::move(times_by_other_clocks(job, first.work, *result.timing, context.backend),
                      std::back_inserter(result.metrics));
    finish(first, context.backend);
  } else {
    result.timing = timing_of_one(context.backend, launch_s);
    std::ranges::move(no_other_clocks(job, "the point's only sample is the launch that verified it"),
                      std::back_inserter(result.metrics));
  }
  if (job.renewed) launch_on_first_inputs(job, places, context);
  verification.check_again(*expected, kAfterTiming);
  refuse_times_of_zero(result);
}

/// Returns the Result that `run` fills, or how the point failed.
template <typename Run>
Result ending(const Job& job, PointContext& context, Run run) {
  const Stopwatch stopwatch;
  Result result;
  result.ordinal = job.ordinal;
  try {
    run(stopwatch, result);
  } catch (const PointFailure& end) {
    result.outcome = end.outcome();
    result.reason = end.what();
  } catch (const std::bad_alloc&) {
    result.outcome = Outcome::invalid_point;
    result.reason = "the host does not have enough memory to hold and check this point's buffers";
  }
  if (job.untrusted)
    context.workspace.forget_all();  // nothing may survive untrusted code
  else if (result.outcome != Outcome::ok)
    context.workspace.forget_buffers();
  result.wall_s = stopwatch.elapsed_s();
  return result;
}

}  // namespace

Result measure_point(const Job& job, PointContext& context) {
  if (!job.metrics.empty()) context.backend.get_ready_to_collect(job.metrics);
  const auto measured = [&] {
    return ending(job, context, [&](const Stopwatch& stopwatch, Result& result) {
      (job.untrusted ? measure_untrusted : verify_and_time)(job, context, stopwatch, result);
    });
  };
  Result result = measured();
  // Another kernel may have changed the copies of the inputs.
  if (result.outcome == Outcome::incorrect && context.workspace.drop_changed_copies()) result = measured();
  return result;
}

Result launch_point(const Job& job, PointContext& context) {
  return ending(job, context, [&](const Stopwatch&, Result&) {
    const Prepared prepared = prepare(job, context.backend, context.workspace);
    context.backend.launch(prepared.work);
    finish(prepared, context.backend);
    context.workspace.drop_unused();
  });
}

}  // namespace warpledger
