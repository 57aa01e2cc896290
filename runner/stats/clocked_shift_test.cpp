#include "stats/clocked_shift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "stats/rounds.h"

namespace warpledger {
namespace {

constexpr double kFast_mhz = 1980, kSlow_mhz = 1974;

/// Thirty launches of `cycles`, with a clock that falls after the first `fast` ones.
TimedLaunches launches_of_cycles(double cycles, std::size_t fast) {
  TimedLaunches launches;
  for (std::size_t i = 0; i < 30; ++i) {
    launches.sm_clock_mhz.push_back(i < fast ? kFast_mhz : kSlow_mhz);
    const double here = cycles * (1 + 1e-5 * static_cast<double>(i * 7 % 30));
    launches.samples_ns.push_back(1e3 * here / launches.sm_clock_mhz.back());
  }
  return launches;
}

/// Thirty launches of `time_ns` at any clock.
TimedLaunches launches_of_time(double time_ns, std::size_t fast) {
  TimedLaunches launches = launches_of_cycles(1, fast);
  for (std::size_t i = 0; i < 30; ++i) launches.samples_ns[i] = time_ns * (1 + 1e-5 * static_cast<double>(i * 7 % 30));
  return launches;
}

double width_of(const Ratio& ratio) { return ratio.upper - ratio.lower; }

ClockedShift shift_between(const TimedLaunches& before, const TimedLaunches& after) {
  return shift_of_launches(before, after, 0.99, true).value();
}

double own_width(const TimedLaunches& before, const TimedLaunches& after) {
  return width_of(shift_of_launches(before, after, 0.99, false)->time.ratio);
}

TEST(ClockedShift, OfWorkThatFollowsTheClockIsThatOfItsCycles) {
  const TimedLaunches before = launches_of_cycles(1e6, 12), after = launches_of_cycles(1.01e6, 22);
  const ClockedShift found = shift_between(before, after);
  EXPECT_TRUE(found.by_cycles);
  EXPECT_LT(width_of(found.time.ratio), 0.5 * own_width(before, after));
  EXPECT_NEAR(found.cycles->ratio.value, 1.01, 1e-4);
  EXPECT_NEAR(found.time.ratio.value, 1.01, kFast_mhz / kSlow_mhz - 1);
}

TEST(ClockedShift, InCyclesOfWorkThatDoesNotFollowTheClockIsThatOfItsTimes) {
  const TimedLaunches before = launches_of_time(1e6, 12), after = launches_of_time(1.01e6, 22);
  const ClockedShift found = shift_between(before, after);
  EXPECT_FALSE(found.by_cycles);
  EXPECT_LT(width_of(found.cycles->ratio), 0.01);
  const double own = width_of(shift_of(cycles_of(before), cycles_of(after), 0.99).ratio);
  EXPECT_LT(width_of(found.cycles->ratio), 0.8 * own);
  EXPECT_NEAR(found.time.ratio.value, 1.01, 1e-4);
}

TEST(ClockedShift, AtOneClockIsTheTimesOwn) {
  const TimedLaunches before = launches_of_time(1e6, 30), after = launches_of_time(1.01e6, 30);
  const ClockedShift found = shift_between(before, after);
  EXPECT_FALSE(found.by_cycles);
  EXPECT_EQ(width_of(found.time.ratio), own_width(before, after));
}

TEST(ClockedShift, WithoutOneOfTheClocksIsTheTimesOwn) {
  const TimedLaunches before = launches_of_cycles(1e6, 12);
  TimedLaunches after = launches_of_cycles(1.01e6, 22);
  after.sm_clock_mhz[5] = std::numeric_limits<double>::quiet_NaN();
  const ClockedShift found = shift_between(before, after);
  EXPECT_FALSE(found.by_cycles);
  EXPECT_EQ(width_of(found.time.ratio), own_width(before, after));
  EXPECT_TRUE(found.cycles);
}

TEST(ClockedShift, ByCyclesIsAsUncertainAsTheStepOfTheTimer) {
  TimedLaunches before = launches_of_cycles(1e6, 12), after = launches_of_cycles(1e6, 22);
  for (TimedLaunches* side : {&before, &after})
    for (std::size_t i = 0; i < 30; ++i) {
      double& time = side->samples_ns[i];
      time = 500 * std::round(time / 500);
      side->sm_clock_mhz[i] = 1e3 * 1e6 / time;  // as if cycles were more precise than times
    }
  const ClockedShift found = shift_between(before, after);
  EXPECT_GT(found.time.ratio.upper - found.time.ratio.value, 500.0 / 506e3);
  EXPECT_GT(found.time.ratio.value - found.time.ratio.lower, 500.0 / 506e3);
}

TEST(ClockedShift, InRoundsIsTheirOwn) {
  TimedLaunches before = launches_of_cycles(1e6, 4), after = launches_of_cycles(1.01e6, 26);
  before.rounds = after.rounds = 15;
  const Shift own = shift_of_rounds({before.samples_ns, 15}, {after.samples_ns, 15}, 0.99).value();
  const ClockedShift found = shift_between(before, after);
  EXPECT_FALSE(found.by_cycles);
  EXPECT_EQ(width_of(found.time.ratio), width_of(own.ratio));
}

TEST(ClockedShift, OfFewerThanFiveSamplesIsAbsent) {
  TimedLaunches few = launches_of_cycles(1e6, 12);
  few.samples_ns.resize(4);
  few.sm_clock_mhz.resize(4);
  EXPECT_FALSE(shift_of_launches(few, launches_of_cycles(1e6, 12), 0.99, true));
}

}  // namespace
}  // namespace warpledger
