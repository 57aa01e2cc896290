#include "exec/measure_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Result measure(const std::string& kernel) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  return measure_point(fixture::doubling_job(kernel), context);
}

TEST(MeasurePoint, ARightKernelIsOkWithSamplesChecksAndAttributes) {
  const Result result = measure("good");
  EXPECT_EQ(result.outcome, Outcome::ok);
  EXPECT_EQ(result.reason, "");
  ASSERT_TRUE(result.timing);
  EXPECT_EQ(result.timing->samples.size(), 11u);  // one first, then a chunk of ten: no noise
  EXPECT_EQ(result.timing->stop_rule, "max_relative_error");
  EXPECT_EQ(result.timing->clock, "scripted clock");
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_EQ(result.checks[0].elements, fixture::kElements);
  EXPECT_EQ(result.checks[0].mismatches, 0);
  EXPECT_EQ(result.metrics.at(0).value, 16);
}

TEST(MeasurePoint, WhatDisturbedTheTimedLaunchesIsKeptWithThePoint) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.disturbances = {Throttling{true, false, false}, "", 3, ""};
  PointContext context(backend);
  const Result result = measure_point(fixture::doubling_job("good"), context);
  EXPECT_EQ(result.outcome, Outcome::ok);  // flagged, not dropped
  std::map<std::string, double> values;
  for (const Metric& metric : result.metrics) values[metric.name] = metric.value.value_or(-1);
  EXPECT_EQ(values["throttled"], 1);
  EXPECT_EQ(values["throttled_thermal"], 1);
  EXPECT_EQ(values["other_gpu_processes"], 3);
}

TEST(MeasurePoint, ATimeOfZeroIsImplausibleAndNoTimeIsKept) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.times_ns = {1000, 0};
  PointContext context(backend);
  const Result result = measure_point(fixture::doubling_job("good"), context);
  EXPECT_EQ(result.outcome, Outcome::implausible);
  EXPECT_THAT(result.reason, HasSubstr("0 ns"));
  EXPECT_FALSE(result.timing);
}

TEST(MeasurePoint, APointThatIsVerifiedOnlyIsLaunchedOnceAndItsTimeIsAbsentWithAReason) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.place_count = 4;
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  job.measure.max_samples = 0;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::ok);
  EXPECT_THAT(backend.log,
              testing::ElementsAre("compile good", "compile reference", "launch reference", "launch good"));
  EXPECT_FALSE(result.timing);
  EXPECT_EQ(result.checks.at(0).mismatches, 0);
  EXPECT_EQ(result.metrics.back().name, "launch_time");
  EXPECT_EQ(result.metrics.back().value, std::nullopt);
  EXPECT_EQ(result.metrics.back().reason, "not timed: the point is only verified");
}

TEST(MeasurePoint, AnInputThatAPointThatIsVerifiedOnlyChangedIsFound) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("changes_input");
  job.measure.max_samples = 0;
  EXPECT_EQ(measure_point(job, context).outcome, Outcome::incorrect);
}

TEST(MeasurePoint, TheDeviceIsWatchedDuringTheSamplesOnly) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  measure_point(fixture::doubling_job("good"), context);
  std::vector<std::string> order;
  for (const std::string& line : backend.log)
    if (line == "watch" || line == "health" || line.starts_with("time ")) order.push_back(line);
  EXPECT_THAT(order, testing::ElementsAre("time 1", "watch", "time 1", "time 10", "health"));
}

TEST(MeasurePoint, WhatWillBeCountedIsAnnouncedUnlessNothingIs) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  measure_point(job, context);
  EXPECT_EQ(backend.announced_metrics, job.metrics.size());
  backend.announced_metrics = 99;
  job.metrics.clear();
  measure_point(job, context);
  EXPECT_EQ(backend.announced_metrics, 99);
}

TEST(MeasurePoint, ABackendThatWatchesNothingSaysWhy) {
  const Result result = measure("good");
  for (const char* name : {"throttled", "other_gpu_processes", "power_w"}) {
    const auto metric = std::ranges::find(result.metrics, name, &Metric::name);
    ASSERT_NE(metric, result.metrics.end()) << name;
    EXPECT_EQ(metric->value, std::nullopt) << name;
    EXPECT_EQ(metric->reason, "the script has none") << name;
  }
}

TEST(MeasurePoint, PrepareLaunchesAreTimedOnTheirOwnAndBeforeThePoint) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["rearrange"] = [](const ScriptedCall&) {};
  backend.times_ns = {7000};
  Job job = fixture::doubling_job("good");
  job.launches.insert(job.launches.begin(), {.function = "rearrange", .arguments = {}, .prepare = true});
  job.measure.min_samples = 5;
  PointContext context(backend);
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
  ASSERT_TRUE(result.prepare_timing);
  EXPECT_EQ(result.prepare_timing->samples.size(), 5u);
  EXPECT_EQ(result.prepare_timing->samples[0].time_ns, 7000);
  EXPECT_EQ(result.prepare_timing->clock, "scripted clock");
  EXPECT_FALSE(measure("good").prepare_timing);
}

TEST(MeasurePoint, APrepareLaunchMayWriteAnOutputThatTheKernelAddsTo) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["clear"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i) call.pointer<float>(0)[i] = 0;
  };
  Job job = fixture::doubling_job("good");
  job.launches.insert(job.launches.begin(), {.function = "clear", .arguments = {BufferIndex{1}}, .prepare = true});
  PointContext context(backend);
  EXPECT_EQ(measure_point(job, context).outcome, Outcome::ok);
}

TEST(MeasurePoint, AWrongElementIsIncorrectAndNotTimed) {
  const Result result = measure("stops_short");
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("y[99]: got nothing"));
  EXPECT_FALSE(result.timing);
}

TEST(MeasurePoint, NotANumberIsIncorrect) {
  const Result result = measure("writes_nan");
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("y[3]: got nan, expected "));
}

TEST(MeasurePoint, AStaleOutputOfTheRightKernelDoesNotPassForOneThatNeverRan) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context).outcome, Outcome::ok);
  const Result result = measure_point(fixture::doubling_job("never_runs"), context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, HasSubstr("100 of 100 elements are wrong"));
}

TEST(MeasurePoint, AWritePastTheEndIsIncorrect) {
  EXPECT_EQ(measure("writes_past_end").reason,
            "wrote past the end of y: y[100], up to 4 bytes beyond its last element y[99]");
}

TEST(MeasurePoint, ACopyOfWhatLiesBehindAnInputIsIncorrectWhereItLiesBehindAnOutput) {
  for (const bool untrusted : {false, true}) {
    Job job = fixture::doubling_job("copies_past_end");
    job.untrusted = untrusted;
    ScriptedBackend backend = fixture::doubling_backend();
    PointContext context(backend);
    EXPECT_THAT(measure_point(job, context).reason, StartsWith("wrote past the end of y: y[100]"));
  }
}

TEST(MeasurePoint, AWriteBeforeTheStartIsIncorrect) {
  EXPECT_EQ(measure("writes_before_start").reason, "wrote before the start of y: y[-2], up to 8 bytes before y[0]");
}

TEST(MeasurePoint, AChangedInputIsIncorrect) {
  const Result result = measure("changes_input");
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("the input x[7] was changed: it held "));
}

TEST(MeasurePoint, AFaultyPointDoesNotSpoilTheNext) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  for (const char* faulty : {"changes_input", "writes_past_end", "writes_before_start", "faults", "unknown"}) {
    EXPECT_NE(measure_point(fixture::doubling_job(faulty), context).outcome, Outcome::ok) << faulty;
    EXPECT_EQ(measure_point(fixture::doubling_job("good"), context).outcome, Outcome::ok) << faulty;
  }
}

TEST(MeasurePoint, AKernelThatGoesWrongOnlyLaterIsIncorrect) {
  ScriptedBackend backend = fixture::doubling_backend();
  int calls = 0;
  backend.kernels["good"] = [&calls, right = backend.kernels["good"], wrong = backend.kernels["stops_short"]](
                                const ScriptedCall& call) { (calls++ == 0 ? right : wrong)(call); };
  PointContext context(backend);
  const Result result = measure_point(fixture::doubling_job("good"), context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_THAT(result.reason, StartsWith("correct at first, wrong after the timed launches: y[99]"));
}

TEST(MeasurePoint, AFunctionThatDoesNotCompileIsCompileFailed) {
  const Result result = measure("unknown");
  EXPECT_EQ(result.outcome, Outcome::compile_failed);
  EXPECT_EQ(result.reason, "k.cu: no function unknown");
}

TEST(MeasurePoint, BuffersBeyondTheDevicesMemoryAreAnInvalidPointWithBytesNeededAndThere) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  for (BufferSpec& buffer : job.buffers) buffer.count = std::int64_t{1} << 60;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::invalid_point);
  EXPECT_EQ(result.reason,
            "the buffers need 9223372036854775808 bytes (8589934592.0 GiB); the device has 1073741824 (1.0 GiB)");
}

TEST(MeasurePoint, ABufferThatIsRefusedNamesTheBuffer) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.free_bytes = 100;
  PointContext context(backend);
  const Result result = measure_point(fixture::doubling_job("good"), context);
  EXPECT_EQ(result.outcome, Outcome::invalid_point);
  EXPECT_EQ(result.reason, "buffer x: needs 8592 bytes, 100 are free");
}

TEST(MeasurePoint, MemoryKeptForOtherPointsGivesWayToOneThatNeedsIt) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  backend.free_bytes = 40'000;  // room for one point's two buffers and the reference's, not for two points'
  ASSERT_EQ(measure_point(fixture::doubling_job("good"), context).outcome, Outcome::ok);
  Job other = fixture::doubling_job("good");
  other.seed = 2;
  other.buffers[1].name = "z";
  EXPECT_EQ(measure_point(other, context).outcome, Outcome::ok) << measure_point(other, context).reason;
}

TEST(MeasurePoint, AnInoutBufferIsRestoredBeforeEachLaunch) {
  ScriptedBackend backend;
  backend.kernels["twice"] = [](const ScriptedCall& call) {
    for (int i = 0; i < 10; ++i) call.pointer<float>(0)[i] *= 2;
  };
  backend.kernels["reference"] = [](const ScriptedCall& call) {
    for (int i = 0; i < 10; ++i) call.pointer<double>(0)[i] *= 2;
  };
  Job job = fixture::doubling_job("twice");
  job.buffers = {{"z", ElementType::f32, 10, Role::inout, {Fill::Kind::uniform, 1, 2}, {1e-6, 0, ""}}};
  job.launches[0].arguments = job.reference.launches[0].arguments = {BufferIndex{0}};
  PointContext context(backend);
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
}

TEST(MeasurePoint, WhatPassedForOneToleranceDoesNotPassForALesserOne) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["inexact"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < fixture::kElements; ++i)
      call.pointer<float>(0)[i] = 2 * call.pointer<float>(1)[i] + 0.5F;
  };
  PointContext context(backend);
  Job job = fixture::doubling_job("inexact");
  for (BufferSpec& buffer : job.buffers) buffer.tolerance.abs = 1;
  const Result first = measure_point(job, context);
  const Result again = measure_point(job, context);
  for (BufferSpec& buffer : job.buffers) buffer.tolerance.abs = 0.25;
  const Result strict = measure_point(job, context);
  EXPECT_EQ(first.outcome, Outcome::ok);
  EXPECT_EQ(again.outcome, Outcome::ok);
  EXPECT_NEAR(again.checks.at(0).max_abs_error, 0.5, 1e-3);  // from the first comparison
  EXPECT_EQ(strict.outcome, Outcome::incorrect);
}

}  // namespace
}  // namespace warpledger
