#include "exec/speed_of_light.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

constexpr double kMega = 1e6;
const DevicePeaks kPeaks = {.dram_gbs = 1000, .l2_gbs = 5000, .l2_bytes = 10 * kMega, .fp32_gfma = 20000};

SpeedOfLight floor_of(const LeastWork& work, const DevicePeaks& peaks = kPeaks) {
  return speed_of_light(work, peaks).value_or(SpeedOfLight{-1, "absent"});
}

TEST(SpeedOfLight, WithAColdCacheAllBytesComeFromDeviceMemory) {
  const SpeedOfLight floor = floor_of({.bytes = 4 * kMega});
  EXPECT_DOUBLE_EQ(floor.least_ns, 4000);
  EXPECT_EQ(floor.limit, "device memory");
}

TEST(SpeedOfLight, WithAWarmCacheWhatFitsTheL2ComesFromThere) {
  const SpeedOfLight floor = floor_of({.bytes = 5 * kMega, .in_l2 = true});
  EXPECT_DOUBLE_EQ(floor.least_ns, 1000);
  EXPECT_EQ(floor.limit, "L2 cache");
}

TEST(SpeedOfLight, WithAWarmCacheWhatExceedsTheL2ComesFromDeviceMemory) {
  const SpeedOfLight floor = floor_of({.bytes = 30 * kMega, .in_l2 = true});
  EXPECT_DOUBLE_EQ(floor.least_ns, 20000);
  EXPECT_EQ(floor.limit, "device memory");
}

TEST(SpeedOfLight, OfABufferThatIsReadAndWrittenALineInTheL2SparesBoth) {
  EXPECT_DOUBLE_EQ(floor_of({.bytes = 30 * kMega, .in_l2 = true, .in_place = true}).least_ns, 10000);
}

TEST(SpeedOfLight, ManyMultiplyAddsNeedTheArithmeticUnitsAndTensorCoresDoMoreOfThem) {
  const SpeedOfLight floor = floor_of({.bytes = kMega, .fmas = 16 * 200 * kMega});
  EXPECT_DOUBLE_EQ(floor.least_ns, 10000);
  EXPECT_EQ(floor.limit, "arithmetic units");
}

TEST(SpeedOfLight, WhatADeviceDoesNotSayLimitsNothing) {
  EXPECT_FALSE(speed_of_light({.bytes = 4 * kMega}, {.l2_gbs = 5000}));
  // If the L2's size is unknown, everything may be in it.
  EXPECT_EQ(floor_of({.bytes = 30 * kMega, .in_l2 = true}, {.dram_gbs = 1000, .l2_gbs = 5000}).limit, "L2 cache");
}

TEST(SpeedOfLight, IsNotReachedByLessThanTheClocksUncertainty) {
  const SpeedOfLight floor{4000, "device memory"};
  EXPECT_TRUE(is_too_fast(3000, floor));
  EXPECT_FALSE(is_too_fast(3950, floor));
  EXPECT_FALSE(is_too_fast(4100, floor));
}

TEST(SpeedOfLight, WithAColdCacheWhatIsWrittenMayWaitInTheL2) {
  EXPECT_DOUBLE_EQ(floor_of({.bytes = 30 * kMega, .written = 15 * kMega}).least_ns, 20000);
  EXPECT_DOUBLE_EQ(floor_of({.bytes = 30 * kMega, .written = 5 * kMega}).least_ns, 25000);
  EXPECT_DOUBLE_EQ(floor_of({.bytes = 30 * kMega, .written = 15 * kMega}, {.dram_gbs = 1000}).least_ns, 15000);
}

Device device_of(const std::string& backend) {
  Device device;
  device.backend = backend;
  device.facts = {{"memory_clock_khz", 1'000'000},
                  {"memory_bus_bits", 4096},
                  {"l2_bytes", 1'000'000},
                  {"fp32_per_sm", 128},
                  {"sm_count", 100},
                  {"clock_khz", 2'000'000}};
  return device;
}

TEST(SpeedOfLight, OfADeviceIsMadeOfItsFacts) {
  const DevicePeaks peaks = peaks_of(device_of("cuda"));
  EXPECT_DOUBLE_EQ(*peaks.dram_gbs, 1024);
  EXPECT_DOUBLE_EQ(*peaks.fp32_gfma, 25600);
  EXPECT_DOUBLE_EQ(*peaks.l2_bytes, 1e6);
  EXPECT_FALSE(peaks.l2_gbs);
  Device silent = device_of("cuda");
  silent.facts["memory_clock_khz"] = 0;
  EXPECT_FALSE(peaks_of(silent).dram_gbs);
  EXPECT_FALSE(peaks_of(device_of("host")).dram_gbs);
}

/// Reads 64 MB and writes 32 MB.
Job copying_job(Cache cache) {
  Job job;
  job.buffers = {{.name = "x", .role = Role::in}, {.name = "y", .role = Role::out}};
  job.quantities = {{Quantity::Kind::work, "ideal_read_bytes", 64e6},
                    {Quantity::Kind::work, "ideal_write_bytes", 32e6}};
  job.measure.cache = cache;
  return job;
}

Result timed(double time_ns) {
  Result result;
  result.timing = Timing{{{time_ns, {}}, {time_ns, {}}, {time_ns, {}}}, "cuda event", "max_samples"};
  return result;
}

Result judged(const Job& job, double time_ns, const std::string& backend = "cuda") {
  Result result = timed(time_ns);
  refuse_implausible(job, peaks_of(device_of(backend)), result);
  return result;
}

TEST(ImplausibleTimes, AreNoResultAndNameTheBound) {
  const Result result = judged(copying_job(Cache::cold), 90'000);
  EXPECT_EQ(result.outcome, Outcome::implausible);
  EXPECT_EQ(result.reason,
            "the median time of 90 µs is below 92.77 µs, the least that the device memory of this device needs for the "
            "point's 91.6 MiB");
  EXPECT_EQ(result.timing->samples.size(), 3u);
}

TEST(ImplausibleTimes, AreNoneAboveTheBoundOrWithinItsUncertainty) {
  EXPECT_EQ(judged(copying_job(Cache::cold), 93'000).outcome, Outcome::ok);
  EXPECT_EQ(judged(copying_job(Cache::cold), 92'000).outcome, Outcome::ok);
}

TEST(ImplausibleTimes, AreNoneOfWhatAWarmCacheHolds) {
  Job small = copying_job(Cache::warm);
  small.quantities[0].value = small.quantities[1].value = 0.4e6;
  EXPECT_EQ(judged(small, 1).outcome, Outcome::ok);
  EXPECT_EQ(judged(copying_job(Cache::warm), 90'000).outcome, Outcome::implausible);
}

TEST(ImplausibleTimes, AreNoneOfAHostOrWithoutWorkCounts) {
  EXPECT_EQ(judged(copying_job(Cache::cold), 1, "host").outcome, Outcome::ok);
  EXPECT_EQ(judged(Job(), 1).outcome, Outcome::ok);
}

TEST(ImplausibleTimes, DoNotHideThatAPointFailed) {
  Result result = timed(1);
  result.outcome = Outcome::incorrect;
  refuse_implausible(copying_job(Cache::cold), peaks_of(device_of("cuda")), result);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
}

}  // namespace
}  // namespace warpledger
