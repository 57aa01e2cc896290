// Points of a backend that does not time a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <utility>

#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::StartsWith;

class HostTimes : public testing::Test {
 protected:
  HostTimes() { backend_.gpu_times = false; }

  Result measure(const Job& job) {
    PointContext context(backend_);
    return measure_point(job, context);
  }

  /// The logged timings, in order.
  std::vector<std::string> timings() const {
    std::vector<std::string> lines;
    for (const std::string& line : backend_.log)
      if (line.starts_with("time ")) lines.push_back(line);
    return lines;
  }

  ScriptedBackend backend_ = fixture::doubling_backend();
};

TEST_F(HostTimes, AreOneSampleWithoutAWarmUp) {
  Job job = fixture::doubling_job("good");
  job.measure.min_samples = 5;
  const Result result = measure(job);
  EXPECT_EQ(result.outcome, Outcome::ok);
  ASSERT_TRUE(result.timing);
  EXPECT_EQ(result.timing->samples.size(), 1u);
  EXPECT_EQ(result.timing->samples[0].time_ns, 1000);
  EXPECT_EQ(result.timing->clock, "scripted clock");
  EXPECT_THAT(timings(), ElementsAre("time 1"));
}

TEST_F(HostTimes, AreOneSampleOfThePrepareLaunchesToo) {
  backend_.kernels["rearrange"] = [](const ScriptedCall&) {};
  Job job = fixture::doubling_job("good");
  job.launches.insert(job.launches.begin(), {.function = "rearrange", .arguments = {}, .prepare = true});
  job.measure.min_samples = 5;
  const Result result = measure(job);
  ASSERT_TRUE(result.prepare_timing);
  EXPECT_EQ(result.prepare_timing->samples.size(), 1u);
}

TEST_F(HostTimes, ALaunchOfMoreThanHalfASecondIsNotMadeAgain) {
  backend_.kernels["good"] = [quick = backend_.kernels["good"]](const ScriptedCall& call) {
    std::this_thread::sleep_for(std::chrono::milliseconds(550));
    quick(call);
  };
  const Result result = measure(fixture::doubling_job("good"));
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
  EXPECT_EQ(std::count(backend_.log.begin(), backend_.log.end(), "launch good"), 1);
  EXPECT_THAT(backend_.log, Not(Contains(StartsWith("time "))));
  ASSERT_TRUE(result.timing);
  ASSERT_EQ(result.timing->samples.size(), 1u);
  EXPECT_GE(result.timing->samples[0].time_ns, 550e6);
  EXPECT_EQ(result.timing->stop_rule, "time_limit");
  EXPECT_EQ(result.timing->clock, "scripted clock");
}

TEST_F(HostTimes, AreTakenOfUntrustedCodeHoweverLongItsFirstLaunchTakes) {
  backend_.kernels["good"] = [quick = backend_.kernels["good"], is_first = true](const ScriptedCall& call) mutable {
    if (std::exchange(is_first, false)) std::this_thread::sleep_for(std::chrono::milliseconds(550));
    quick(call);
  };
  Job job = fixture::doubling_job("good");
  job.untrusted = true;
  const Result result = measure(job);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
  EXPECT_THAT(timings(), ElementsAre("time 1"));
}

}  // namespace
}  // namespace warpledger
