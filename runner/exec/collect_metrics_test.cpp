#include "exec/collect_metrics.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

TEST(CollectMetrics, GivesEachPointItsMetricsInOneSession) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 42;
  PointContext context(backend);
  const std::vector<Job> jobs(3, fixture::doubling_job("good"));
  const auto counted = collect_metrics(jobs, context);
  ASSERT_EQ(counted.size(), 3u);
  EXPECT_EQ(counted[2].at(0).value, 42);
  EXPECT_EQ(backend.log.back(), "count 3");
}

TEST(CollectMetrics, UntrustedPointsDoNotPartTheSessionOfOthersAndEachGetsItsOwnCounters) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 42;
  PointContext context(backend);
  std::vector<Job> jobs(4, fixture::doubling_job("good"));
  jobs[0].untrusted = jobs[2].untrusted = true;
  jobs[2].metrics.clear();
  const auto counted = collect_metrics(jobs, context);
  EXPECT_EQ(std::ranges::count(backend.log, "count 2"), 1);
  EXPECT_EQ(counted[0].at(0).value, 42);
  EXPECT_EQ(counted[1].at(0).value, 42);
  EXPECT_TRUE(counted[2].empty());
  EXPECT_EQ(counted[3].at(0).value, 42);
}

TEST(CollectMetrics, APointThatCannotBePreparedHasNoValuesAndTheReasonWhileOthersAreCounted) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 42;
  PointContext context(backend);
  const std::vector<Job> jobs = {fixture::doubling_job("good"), fixture::doubling_job("unknown"),
                                 fixture::doubling_job("good")};
  const auto counted = collect_metrics(jobs, context);
  EXPECT_EQ(counted[0].at(0).value, 42);
  EXPECT_EQ(counted[1].at(0).value, std::nullopt);
  EXPECT_EQ(counted[1].at(0).reason, "k.cu: no function unknown");
  EXPECT_EQ(counted[2].at(0).value, 42);
}

TEST(CollectMetrics, AnUntrustedPointWhoseBuffersCannotBeRandomizedHasNoValuesAndTheReason) {
  struct Refusing : ScriptedBackend {
    void fill_random(Memory& /*to*/, std::size_t /*offset_bytes*/, std::size_t /*bytes*/, ElementType /*type*/,
                     const Fill& /*fill*/, RandomStream /*stream*/) override {
      throw PointFailure(Outcome::launch_failed, "the device is gone");
    }
  } backend;
  backend.kernels = fixture::doubling_backend().kernels;
  PointContext context(backend);
  std::vector<Job> jobs = {fixture::doubling_job("good")};
  jobs[0].untrusted = true;
  EXPECT_EQ(collect_metrics(jobs, context)[0].at(0).reason, "the device is gone");
}

TEST(CollectMetrics, CountersOfUntrustedLaunchesThatLeaveWorkOutAreAbsentAndSayWhy) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 42;
  PointContext context(backend);
  const std::vector<Job> jobs = {fixture::untrusted_job()};
  EXPECT_EQ(collect_metrics(jobs, context).at(0).at(0).value, 42);
  backend.kernels["good"] = [](const ScriptedCall&) {};
  const Metric metric = collect_metrics(jobs, context).at(0).at(0);
  EXPECT_EQ(metric.value, std::nullopt);
  EXPECT_THAT(metric.reason, testing::StartsWith("correct at first, wrong in a counted launch on new inputs: y[0]"));
}

TEST(CollectMetrics, EachPassOfUntrustedCodeIsAudited) {
  for (int skipped = 1; skipped <= 3; ++skipped) {
    ScriptedBackend backend = fixture::doubling_backend();
    backend.counter_values["inst_executed"] = 42;
    backend.pass_count = 3;
    int pass = 0;
    backend.kernels["good"] = [&](const ScriptedCall& call) {
      if (++pass != skipped) fixture::twice(call);
    };
    PointContext context(backend);
    EXPECT_EQ(collect_metrics(std::vector{fixture::untrusted_job()}, context).at(0).at(0).value, std::nullopt)
        << skipped;
  }
}

}  // namespace
}  // namespace warpledger
