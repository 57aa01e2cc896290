#include "exec/answer_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "exec/collect_metrics.h"
#include "exec/frame.h"
#include "exec/job_fixture.h"

namespace warpledger {
namespace {

Result measured(const Job& job) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  return measure_point(job, context);
}

/// Reason for rejecting `result`, or "".
std::string refusal(const Result& result, double elapsed_s = 1) {
  try {
    check_measured(fixture::doubling_job("good"), result, elapsed_s);
  } catch (const MalformedMessage& malformed) {
    return malformed.problem();
  }
  return "";
}

TEST(AnswerCheck, WhatHonestWorkersMeasurePasses) {
  for (const char* kernel : {"good", "stops_short", "faults", "unknown"}) {
    const Result result = measured(fixture::doubling_job(kernel));
    EXPECT_NO_THROW(check_measured(fixture::doubling_job(kernel), result, 1)) << kernel;
  }
}

TEST(AnswerCheck, WhatNoWorkerMeasuresIsRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::function<void(Result&)>> lies = {
      [](Result& r) { r.outcome = static_cast<Outcome>(17); },
      [](Result& r) { r.outcome = static_cast<Outcome>(-1); },
      [](Result& r) { r.outcome = Outcome::crashed, r.reason = "so it says"; },
      [](Result& r) { r.reason = "ok, and yet"; },
      [](Result& r) { r.outcome = Outcome::incorrect; },
      [](Result& r) { r.outcome = Outcome::incorrect, r.reason.assign(std::size_t{2} << 20, 'x'); },
      [](Result& r) { r.checks.clear(); },
      [](Result& r) { r.checks[0].buffer = "x"; },
      [](Result& r) { r.checks[0].elements = 1; },
      [](Result& r) { r.checks[0].mismatches = 1; },
      [](Result& r) { r.checks[0].mismatches = -1; },
      [](Result& r) { r.checks.push_back(r.checks[0]); },
      [](Result& r) { r.timing.reset(); },
      [](Result& r) { r.timing->samples.clear(); },
      [](Result& r) {
        r.timing->samples.resize(101, {1, {}});
      },
      [nan](Result& r) { r.timing->samples[0].time_ns = nan; },
      [](Result& r) { r.timing->samples[0].time_ns = -1; },
      [](Result& r) { r.timing->samples[0].time_ns = INFINITY; },
      [](Result& r) { r.timing->samples[0].time_ns = 3e9; },
      [](Result& r) { r.timing->samples[0].time_ns = 0; },
      [](Result& r) { r.timing->samples[0].sm_clock_mhz = 0; },
      [](Result& r) { r.timing->samples[0].sm_clock_mhz = 1e9; },
      [](Result& r) { r.timing->stop_rule = "enough"; },
      [](Result& r) { r.timing->clock = ""; },
      [](Result& r) { r.prepare_timing = Timing{}; },
      [nan](Result& r) { r.metrics[0].value = nan; },
      [](Result& r) { r.metrics[0].value.reset(); },
      [](Result& r) { r.metrics[0].source = "cupti"; },
      [](Result& r) { r.metrics[0].source = "hearsay"; },
      [](Result& r) { r.metrics[0].name = std::string(300, 'n'); },
      [](Result& r) { r.metrics.push_back(r.metrics[0]); },
      [](Result& r) { r.metrics.resize(500, r.metrics[0]); },
      [nan](Result& r) { r.metrics[0].estimate = Estimate{.lower = nan, .upper = 1}; },
      [](Result& r) { r.metrics[0].estimate = Estimate{.lower = 2, .upper = 1}; },
  };
  for (std::size_t i = 0; i < lies.size(); ++i) {
    Result result = measured(fixture::doubling_job("good"));
    ASSERT_EQ(refusal(result), "");
    lies[i](result);
    EXPECT_THAT(refusal(result), testing::StartsWith("the worker sent a malformed message: ")) << i;
  }
}

TEST(AnswerCheck, CountersAreThoseThatWereAskedForAndAHostHasNone) {
  const std::vector<Job> jobs(2, fixture::doubling_job("good"));
  ScriptedBackend backend = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 42;
  PointContext context(backend);
  const auto honest = collect_metrics(jobs, context);
  EXPECT_NO_THROW(check_collected(jobs, honest, true));
  EXPECT_NO_THROW(check_collected(jobs, {without_values(jobs[0].metrics, "lost"), honest[1]}, true));
  EXPECT_THROW(check_collected(jobs, honest, false), MalformedMessage);
  EXPECT_THROW(check_collected(jobs, {honest[0]}, true), MalformedMessage);
  EXPECT_THROW(check_collected(jobs, {honest[0], {}}, true), MalformedMessage);
  auto renamed = honest;
  renamed[1][0].name = "inst_issued";
  EXPECT_THROW(check_collected(jobs, renamed, true), MalformedMessage);
  auto infinite = honest;
  infinite[1][0].value = INFINITY;
  EXPECT_THROW(check_collected(jobs, infinite, true), MalformedMessage);
}

}  // namespace
}  // namespace warpledger
