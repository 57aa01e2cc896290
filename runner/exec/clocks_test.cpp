#include "exec/clocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class ManyClocks : public ScriptedBackend {
 public:
  explicit ManyClocks(ScriptedBackend like) : ScriptedBackend(std::move(like)) {}

  ClockReading time_by(OtherClock clock, const Work&, Cache) override {
    log.push_back("time by " + std::string(name_of(clock)));
    return readings.at(clock);
  }
  std::optional<double> empty_launch_ns() override { return 1300; }

  std::map<OtherClock, ClockReading> readings = {{OtherClock::activity, {800, ""}}, {OtherClock::batch, {700, ""}}};
};

class Clocks : public testing::Test {
 protected:
  Result measure(std::vector<OtherClock> clocks, double time_ns, bool untrusted = false) {
    backend_.times_ns = {time_ns};
    Job job = fixture::doubling_job("good");
    job.measure.clocks = std::move(clocks);
    job.untrusted = untrusted;
    PointContext context(backend_);
    return measure_point(job, context);
  }

  static std::optional<Metric> metric(const Result& result, const std::string& name) {
    for (const Metric& one : result.metrics)
      if (one.name == name) return one;
    return std::nullopt;
  }

  ManyClocks backend_{fixture::doubling_backend()};
};

TEST_F(Clocks, AreReadWhereTheyAreAskedFor) {
  const Result result = measure({OtherClock::activity, OtherClock::batch}, 2000);
  ASSERT_EQ(result.outcome, Outcome::ok) << result.reason;
  EXPECT_EQ(metric(result, "activity_time").value().value, 800);
  EXPECT_EQ(metric(result, "batch_time").value().value, 700);
  EXPECT_EQ(metric(result, "batch_time").value().unit, "ns");
}

TEST_F(Clocks, AreLeftAloneWhereNobodyAsks) {
  const Result result = measure({}, 2000);
  EXPECT_FALSE(metric(result, "activity_time"));
  EXPECT_THAT(backend_.log, testing::Not(testing::Contains(HasSubstr("time by"))));
}

TEST_F(Clocks, AShortTimeHasThatOfAnEmptyLaunchBesideIt) {
  EXPECT_EQ(metric(measure({}, 49'999), "empty_launch_time").value().value, 1300);
  EXPECT_FALSE(metric(measure({}, 50'000), "empty_launch_time"));
}

TEST_F(Clocks, ABatchOfLongLaunchesIsNotRun) {
  const Metric batch = metric(measure({OtherClock::batch}, 50'000), "batch_time").value();
  EXPECT_FALSE(batch.value);
  EXPECT_THAT(batch.reason, HasSubstr("50 µs"));
  EXPECT_THAT(backend_.log, testing::Not(testing::Contains("time by batch")));
}

TEST_F(Clocks, WhatAClockCannotSayIsAbsentWithItsReason) {
  backend_.readings[OtherClock::activity] = {std::nullopt, "no CUPTI"};
  const Metric activity = metric(measure({OtherClock::activity}, 2000), "activity_time").value();
  EXPECT_FALSE(activity.value);
  EXPECT_EQ(activity.reason, "no CUPTI");
}

TEST_F(Clocks, OfUntrustedCodeThereIsOneOnAHostToo) {
  backend_.gpu_times = false;
  EXPECT_THAT(metric(measure({OtherClock::activity}, 2000, true), "activity_time").value().reason,
              HasSubstr("untrusted"));
}

TEST_F(Clocks, OfUntrustedCodeThereIsOneThatIsAudited) {
  const Metric activity = metric(measure({OtherClock::activity}, 2000, true), "activity_time").value();
  EXPECT_FALSE(activity.value);
  EXPECT_THAT(activity.reason, HasSubstr("audited"));
  EXPECT_THAT(backend_.log, testing::Not(testing::Contains("time by activity")));
}

TEST_F(Clocks, ABackendWithOneClockSaysSo) {
  ScriptedBackend plain = fixture::doubling_backend();
  Job job = fixture::doubling_job("good");
  job.measure.clocks = {OtherClock::activity};
  PointContext context(plain);
  const Metric activity = metric(measure_point(job, context), "activity_time").value();
  EXPECT_EQ(activity.reason, "this backend has one clock: scripted clock");
}

/// Cold launches take 3 µs, warm ones 2 µs.
class TwoCaches : public ScriptedBackend {
 public:
  explicit TwoCaches(ScriptedBackend like) : ScriptedBackend(std::move(like)) {}
  std::vector<Sample> time(const Work& work, Cache cache, int samples) override {
    times_ns = {cache == Cache::cold ? 3000. : 2000.};
    return ScriptedBackend::time(work, cache, samples);
  }
};

std::vector<Metric> metrics_in(Cache cache, bool both_caches, bool untrusted = false) {
  TwoCaches backend(fixture::doubling_backend());
  Job job = fixture::doubling_job("good");
  job.measure.cache = cache;
  job.measure.both_caches = both_caches;
  job.untrusted = untrusted;
  PointContext context(backend);
  return measure_point(job, context).metrics;
}

std::optional<Metric> named(const std::vector<Metric>& metrics, const std::string& name) {
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  return found == metrics.end() ? std::nullopt : std::optional(*found);
}

TEST(Caches, TheStateThatTheSamplesAreNotInIsTimedBesideThem) {
  EXPECT_EQ(named(metrics_in(Cache::cold, true), "warm_time").value().value, 2000);
  EXPECT_FALSE(named(metrics_in(Cache::cold, true), "cold_time"));
  EXPECT_EQ(named(metrics_in(Cache::warm, true), "cold_time").value().value, 3000);
  EXPECT_FALSE(named(metrics_in(Cache::warm, false), "cold_time"));
}

TEST(Caches, UntrustedCodeIsTimedInOneStateOnly) {
  const std::optional<Metric> warm = named(metrics_in(Cache::cold, true, true), "warm_time");
  ASSERT_TRUE(warm);
  EXPECT_FALSE(warm->value);
  EXPECT_THAT(warm->reason, HasSubstr("audited"));
}

}  // namespace
}  // namespace warpledger
