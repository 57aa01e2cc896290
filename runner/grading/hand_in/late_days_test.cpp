#include <gtest/gtest.h>

#include "grading/hand_in/submission_times.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

/// Due at 2026-10-01T22:00:00Z.
LatePolicy policy(double grace_days = 0, double most = 100) {
  return {.due_utc_s = parse_utc("2026-10-02T00:00:00+02:00").value(),
          .grace_days = grace_days,
          .percent_a_day = 10,
          .most_percent = most};
}

double percent(const LatePolicy& late, const char* submitted) {
  const auto made = late_adjustment(late, submitted);
  return made ? made->percent.value() : 0;
}

TEST(LateDays, EachDayThatHasBegunCosts) {
  EXPECT_EQ(percent(policy(), "2026-10-01T22:00:00Z"), 0);
  EXPECT_EQ(percent(policy(), "2026-10-01T22:00:01Z"), -10);
  EXPECT_EQ(percent(policy(), "2026-10-02T22:00:00Z"), -10);
  EXPECT_EQ(percent(policy(), "2026-10-02T22:00:01Z"), -20);
  EXPECT_EQ(percent(policy(), "2026-11-01T22:00:00Z"), -100);
}

TEST(LateDays, CostWhatTheirPercentAddUpTo) {
  LatePolicy late = policy();
  late.percent_a_day = 4.1;
  EXPECT_EQ(percent(late, "2026-10-03T22:00:01Z"), -12.3);
}

TEST(LateDays, GraceCostsNothingAndIsNotCountedAfterwards) {
  EXPECT_EQ(percent(policy(2), "2026-10-03T22:00:00Z"), 0);
  EXPECT_EQ(percent(policy(2), "2026-10-03T22:00:01Z"), -10);
  EXPECT_EQ(percent(policy(0.5), "2026-10-02T10:00:00Z"), 0);
}

TEST(LateDays, CostNoMoreThanTheMost) { EXPECT_EQ(percent(policy(0, 25), "2026-10-20T00:00:00Z"), -25); }

TEST(LateDays, SayWhyInWordsThatNameNobody) {
  EXPECT_EQ(late_adjustment(policy(1), "2026-10-03T23:00:00Z")->reason,
            "2 days late after 1 day of grace: handed in 2026-10-03T23:00:00Z, due 2026-10-01T22:00:00Z");
  EXPECT_TRUE(late_adjustment(policy(), "2026-10-01T23:00:00Z")->by_rule);
}

TEST(LateDays, OfAnUnknownTimeAreNone) {
  EXPECT_FALSE(late_adjustment(policy(), ""));
  EXPECT_FALSE(seconds_late(policy(), ""));
  EXPECT_EQ(seconds_late(policy(), "2026-10-01T22:01:40Z"), 100);
  EXPECT_EQ(seconds_late(policy(), "2026-09-01T22:01:40Z"), 0);
}

}  // namespace
}  // namespace warpledger
