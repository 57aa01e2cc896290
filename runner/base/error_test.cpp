#include "base/error.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpledger {
namespace {

TEST(Error, PointsAtTheColumnWithACaretAndEndsWithTheHint) {
  const Error error({"x.yaml", 7, 3, "  famly: norm"}, "unknown key 'famly'", "did you mean 'family'?");
  EXPECT_STREQ(error.what(),
               "x.yaml:7:3: unknown key 'famly'\n"
               "    famly: norm\n"
               "    ^\n"
               "hint: did you mean 'family'?");
}

TEST(Error, KeepsTabsSoThatTheCaretStandsUnderItsColumn) {
  const Error error({"x.yaml", 1, 3, "\t\tab"}, "bad", "");
  EXPECT_STREQ(error.what(), "x.yaml:1:3: bad\n  \t\tab\n  \t\t^");
}

TEST(Error, PointsJustPastTheEndOfALineAndNoFurther) {
  EXPECT_STREQ(Error({"x.yaml", 1, 3, "ab"}, "ends too early", "").what(), "x.yaml:1:3: ends too early\n  ab\n    ^");
  constexpr auto kFar = std::numeric_limits<std::size_t>::max();
  EXPECT_STREQ(Error({"x.yaml", 1, kFar, "ab"}, "bad", "").what(), "x.yaml:1:18446744073709551615: bad\n  ab");
}

TEST(Error, WithoutAPlaceSaysOnlyWhatAndHint) {
  EXPECT_STREQ(Error("no such device", "see `warpledger devices`").what(),
               "no such device\nhint: see `warpledger devices`");
}

}  // namespace
}  // namespace warpledger
