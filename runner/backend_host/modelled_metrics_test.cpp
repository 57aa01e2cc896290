#include "backend_host/modelled_metrics.h"

#include <gtest/gtest.h>

#include "l1_model/access_fixture.h"

namespace warpledger {
namespace {

constexpr const char* kFollowed = "machine code followed along the traced accesses";

MetricRequest request_for(const std::string& quantity, double scale = 1) {
  return {.name = "m", .unit = "u", .about = "", .choices = {}, .model = ModelChoice{quantity, scale}};
}

/// A launch of `requests` coalesced loads, each of another line.
LaunchModel launch_of(int requests, const Sampling& sampling = {}) {
  LaunchModel launch{.counts = {}, .sampling = sampling, .sampled_sms = 3, .instructions = 100, .no_instructions = ""};
  for (int i = 0; i < requests; ++i) launch.counts.accesses.add(make_pattern(strided(0, 4, 4)));
  launch.counts.l1_read_sectors = launch.counts.loaded_sectors = 4 * static_cast<std::uint64_t>(requests);
  return launch;
}

Metric metric_of(const MetricRequest& request, const std::vector<LaunchModel>& launches,
                 const std::string& reason = "") {
  const std::vector<MetricRequest> requests = {request};
  return modelled_metrics(requests, launches, "digest", reason).at(0);
}

TEST(ModelledMetrics, AreTheQuantityTimesTheScaleOfTheMetric) {
  const Metric metric = metric_of(request_for("l1_read_sectors", 32), {launch_of(5)});
  EXPECT_EQ(metric.name, "m");
  EXPECT_EQ(metric.unit, "u");
  EXPECT_EQ(metric.source, "model");
  EXPECT_EQ(metric.reason, "");
  EXPECT_EQ(metric.value, 32 * 20);
  const Estimate expected = {.lower = 640,
                             .upper = 640,
                             .confidence = Confidence::exact,
                             .because = "no sector is requested twice",
                             .model_version = kModelVersion,
                             .profile_digest = "digest",
                             .sampled_sms = 3};
  EXPECT_EQ(metric.estimate, expected);
}

TEST(ModelledMetrics, OfSeveralLaunchesAreTheirSumAndAsGoodAsTheWorst) {
  LaunchModel sampled = launch_of(7, {.scale = 2, .scale_lower = 1, .scale_upper = 3, .whole_grid = false});
  sampled.sampled_sms = 8;
  for (const auto& launches : {std::vector{launch_of(5), sampled}, std::vector{sampled, launch_of(5)}}) {
    const Metric metric = metric_of(request_for("global_load_requests"), launches);
    EXPECT_EQ(metric.value, 5 + 14);
    ASSERT_TRUE(metric.estimate);
    EXPECT_EQ(metric.estimate->lower, 5 + 7);
    EXPECT_EQ(metric.estimate->upper, 5 + 21);
    EXPECT_EQ(metric.estimate->confidence, Confidence::good);
    EXPECT_EQ(metric.estimate->because, "scaled from the traced SMs to the whole grid");
    EXPECT_EQ(metric.estimate->sampled_sms, 8);
  }
}

TEST(ModelledMetrics, AShareOfSeveralLaunchesIsAbsent) {
  EXPECT_EQ(metric_of(request_for("l1_hit_pct"), {launch_of(5)}).value, 0);
  const Metric metric = metric_of(request_for("l1_hit_pct"), {launch_of(5), launch_of(5)});
  EXPECT_EQ(metric.value, std::nullopt);
  EXPECT_EQ(metric.reason, "memory model: a share of several launches is not modelled");
  EXPECT_EQ(metric.source, "model");
}

TEST(ModelledMetrics, InstructionsAreScaledAsTheSampling) {
  const Metric metric =
      metric_of(request_for("inst_executed"),
                {launch_of(1, {.scale = 4, .scale_lower = 3, .scale_upper = 5, .whole_grid = false})});
  EXPECT_EQ(metric.value, 400);
  ASSERT_TRUE(metric.estimate);
  EXPECT_DOUBLE_EQ(metric.estimate->lower, 0.88 * 300);
  EXPECT_DOUBLE_EQ(metric.estimate->upper, 1.4 * 500);
  EXPECT_EQ(metric.estimate->confidence, Confidence::good);
  EXPECT_EQ(metric.estimate->because, kFollowed);
}

TEST(ModelledMetrics, InstructionsArePoorWhereTheTraceDoesNotTellAll) {
  LaunchModel launch = launch_of(1, {.divergent = true});
  auto estimate = metric_of(request_for("inst_executed"), {launch}).estimate;
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->confidence, Confidence::poor);
  EXPECT_EQ(estimate->because, std::string("lanes diverge; ") + kFollowed);
  launch.sampling.divergent = false;
  launch.silent_loop = true;
  estimate = metric_of(request_for("inst_executed"), {launch}).estimate;
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->confidence, Confidence::poor);
  EXPECT_EQ(estimate->because,
            std::string("a loop of the machine code has no access that shows how often it runs; ") + kFollowed);
  launch.silent_loop = false;
  launch.only_global = true;
  estimate = metric_of(request_for("inst_executed"), {launch}).estimate;
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->confidence, Confidence::poor);
  EXPECT_EQ(estimate->because, std::string("only the accesses to global memory match; ") + kFollowed);
}

TEST(ModelledMetrics, InstructionsThatOneLaunchLacksAreAbsentAsItSays) {
  LaunchModel lacking = launch_of(1);
  lacking.instructions.reset();
  lacking.no_instructions = "no way through the machine code";
  for (const auto& launches : {std::vector{launch_of(1), lacking}, std::vector{lacking, launch_of(1)}}) {
    const Metric metric = metric_of(request_for("inst_executed"), launches);
    EXPECT_EQ(metric.value, std::nullopt);
    EXPECT_EQ(metric.reason, "no way through the machine code");
    EXPECT_FALSE(metric.estimate);
  }
}

TEST(ModelledMetrics, WithoutLaunchesAreAbsentForTheReason) {
  const Metric metric = metric_of(request_for("l1_read_sectors"), {}, "it failed");
  EXPECT_EQ(metric.value, std::nullopt);
  EXPECT_EQ(metric.reason, "it failed");
  EXPECT_EQ(metric.source, "model");
}

TEST(ModelledMetrics, WhatTheModelDoesNotGiveIsAbsentAndACounters) {
  const Metric metric = metric_of({.name = "dram_bytes", .unit = "byte", .about = "", .choices = {}}, {launch_of(1)});
  EXPECT_EQ(metric.value, std::nullopt);
  EXPECT_EQ(metric.source, "cupti");
  EXPECT_EQ(metric.reason, "host backend: no hardware counters, and the memory model does not provide this metric");
}

TEST(ModelledMetrics, KeepTheValueWithinItsBounds) {
  // As if bounds and values were rounded differently.
  const Metric metric = metric_of(request_for("global_load_requests"),
                                  {launch_of(1, {.scale = 2, .scale_lower = 2.5, .scale_upper = 1.5})});
  ASSERT_TRUE(metric.estimate);
  EXPECT_EQ(metric.estimate->lower, 2);
  EXPECT_EQ(metric.estimate->upper, 2);
}

}  // namespace
}  // namespace warpledger
