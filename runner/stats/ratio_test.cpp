#include "stats/ratio.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpledger {
namespace {

TEST(TimerStep, IsTheSmallestGapOfBothSides) {
  EXPECT_DOUBLE_EQ(timer_step(std::vector<double>{96, 160}, std::vector<double>{128, 320}), 32);
}

TEST(TimerStep, DoesNotTakeRoundingForAStep) {
  EXPECT_NEAR(timer_step(std::vector<double>{21600.0005, 21632}, std::vector<double>{21599.9998, 21632}), 32, 0.01);
}

TEST(TimerStep, IsNotMoreThanTheStatedResolution) {
  EXPECT_DOUBLE_EQ(timer_step(std::vector<double>{10000}, std::vector<double>{20000}), 500);
}

TEST(TimerStep, IsZeroWhenAllSamplesAreAlike) {
  EXPECT_DOUBLE_EQ(timer_step(std::vector<double>{96, 96}, std::vector<double>{96}), 0);
}

}  // namespace
}  // namespace warpledger
