#include "exec/untrusted_point.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "exec/audit.h"
#include "exec/clocks.h"
#include "exec/inputs.h"
#include "exec/time_point.h"
#include "exec/verify.h"

namespace warpledger {
namespace {

constexpr std::string_view kSameInputsAgain =
    "correct at first, wrong when launched again on the same inputs: later launches skip work";
constexpr std::string_view kTimedOnNewInputs = "correct at first, wrong in a timed launch on new inputs";
constexpr std::string_view kOtherInputs = "correct on the first inputs, wrong on others";

/// Runs the reference in device memory that is freed afterwards.
std::shared_ptr<const Expected> expected_apart(const Job& job, PointContext& context) {
  Workspace apart = context.workspace.apart();
  return context.references.expected(job, apart);
}

/// Verifies the first launch; returns the reference's answer. The context's workspace is empty before and afterwards.
std::shared_ptr<const Expected> verify_alone(const Job& job, PointContext& context, Result& result) {
  Prepared prepared = prepare(job, context.backend, context.workspace);
  result.metrics = attributes_of(prepared);
  Verification verification(job, prepared, context);
  verification.launch();
  auto expected = expected_apart(job, context);
  verification.check(*expected, result.checks);
  context.workspace.forget_all();
  return expected;
}

void time_audited(const Job& job, BufferPlacements& places, PointContext& context, const Stopwatch& stopwatch,
                  Result& result) {
  for (const Prepared& place : places.all()) randomize(job, place);
  Workspace modules = context.workspace.apart();
  Audit audit(job, context.backend, modules);
  places.audit_with(audit, kTimedOnNewInputs);
  time_point(job, places, context.backend, stopwatch, result);
  for (Prepared& place : places.all()) Verification(job, place, context).check_guards();
}

/// Results that are correct only on the first inputs must fail.
void launch_audited(const Job& job, BufferPlacements& places, PointContext& context) {
  for (const Prepared& place : places.all()) randomize(job, place);
  Workspace modules = context.workspace.apart();
  Audit audit(job, context.backend, modules);
  places.audit_with(audit, kOtherInputs);
  places.launch(kAuditedLaunches);
}

/// A single launch. Its time says nothing about a GPU, but it is one more check, so it is made even if the first launch
/// was slow.
void time_on_host(const Job& job, BufferPlacements& places, PointContext& context, const Expected& expected,
                  const Stopwatch& stopwatch, Result& result) {
  for (const Prepared& place : places.all()) randomize(job, place);
  time_point(job, places, context.backend, stopwatch, result);
  for (const Prepared& place : places.all()) finish(place, context.backend);
  for (Prepared& place : places.all()) Verification(job, place, context).check_again(expected, kAfterTiming);
}

/// Code that works only in its first launches must fail later.
void launch_unwatched(BufferPlacements& places, Backend& backend) {
  const int launches = backend.times_gpu() ? kUnwatchedLaunches : kUnwatchedHostLaunches;
  Work work = places.all().front().work;
  work.renewals.clear();
  backend.begin_repeatedly(work, launches);
}

void launch_again(const Job& job, BufferPlacements& places, PointContext& context, const Expected& expected) {
  for (Prepared& place : places.all()) {
    randomize(job, place);
    context.backend.begin(place.work);
    finish(place, context.backend);
    Verification(job, place, context).check_again(expected, kSameInputsAgain);
  }
}

void launch_on_other_inputs(const Job& job, BufferPlacements& places, PointContext& context) {
  Job other = job;
  other.seed = context.other_seed;
  for (Prepared& place : places.all()) {
    refill(other, place, context.workspace);
    randomize(other, place);
    context.backend.launch(place.work);
    finish(place, context.backend);
  }
  const auto expected = expected_apart(other, context);
  for (Prepared& place : places.all()) Verification(other, place, context).check_again(*expected, kOtherInputs);
}

/// Code that works only in its first launches or on its first inputs must fail.
void launch_further(const Job& job, BufferPlacements& places, PointContext& context, const Expected& expected) {
  launch_again(job, places, context, expected);
  if (context.backend.times_gpu())
    launch_audited(job, places, context);
  else
    launch_on_other_inputs(job, places, context);
}

void verify_untrusted(const Job& job, PointContext& context, Result& result) {
  BufferPlacements places(job, prepare(job, context.backend, context.workspace), context);
  Prepared& place = places.all().front();
  result.metrics = attributes_of(place);
  result.metrics.push_back(not_timed());
  Verification verification(job, place, context);
  verification.launch();
  const auto expected = expected_apart(job, context);
  verification.check(*expected, result.checks);
  launch_unwatched(places, context.backend);
  launch_further(job, places, context, *expected);
}

void time_untrusted(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result) {
  const auto expected = verify_alone(job, context, result);
  std::ranges::move(
      no_other_clocks(job, "launches of untrusted code are timed by one clock, which is audited on a GPU"),
      std::back_inserter(result.metrics));
  BufferPlacements places(job, prepare(job, context.backend, context.workspace), context);
  if (context.backend.times_gpu()) return time_audited(job, places, context, stopwatch, result);
  time_on_host(job, places, context, *expected, stopwatch, result);
  launch_further(job, places, context, *expected);
}

}  // namespace

void measure_untrusted(const Job& job, PointContext& context, const Stopwatch& stopwatch, Result& result) {
  context.workspace.forget_all();
  if (job.measure.timed())
    time_untrusted(job, context, stopwatch, result);
  else
    verify_untrusted(job, context, result);
}

void randomize(const Job& job, const Prepared& prepared) {
  const std::uint64_t seed = secret_number();
  for (std::size_t i = 0; i < job.buffers.size(); ++i) {
    const BufferSpec& buffer = job.buffers[i];
    prepared.buffers[i]->arm_guards(static_cast<std::byte>((seed >> 56) + i));  // each different: see guard_byte()
    if (buffer.role == Role::out || buffer.role == Role::scratch)
      prepared.buffers[i]->fill_random(buffer.type, like_results(buffer.type), secret_stream());
  }
}

}  // namespace warpledger
