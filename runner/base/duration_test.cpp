#include "base/duration.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace warpledger {
namespace {

TEST(SecondsIn, ReadsWhatAPersonWrites) {
  EXPECT_EQ(seconds_in("500 ms"), 0.5);
  EXPECT_EQ(seconds_in("90min"), 5400);
  EXPECT_EQ(seconds_in("1.5 h"), 5400);
  EXPECT_EQ(seconds_in("8h"), 8 * 3600);
  EXPECT_EQ(seconds_in("2h30min"), 9000);
  EXPECT_EQ(seconds_in(" 1 d 2 h 3 min 4 s 500 ms "), 86'400 + 2 * 3600 + 3 * 60 + 4.5);
  EXPECT_EQ(seconds_in("2w"), 14 * 86'400);
  EXPECT_EQ(seconds_in("0h"), 0);
}

TEST(SecondsIn, ReadsWhatHumanSecondsWrites) {
  for (const double seconds : {0.075, 12.3, 245.0, 7800.0}) EXPECT_EQ(seconds_in(human_seconds(seconds)), seconds);
}

TEST(SecondsIn, IsNothingOfOtherText) {
  for (const char* text : {"", " ", "10", "min", "ten min", "10 sec", "10hours", "30min2h", "1h1h", "2h30", "1h,2min",
                           "-1h", "1h -2min", "nan s", "inf s", "2026-03-01", "1 H", "1h\n"})
    EXPECT_EQ(seconds_in(text), std::nullopt) << text;
}

}  // namespace
}  // namespace warpledger
