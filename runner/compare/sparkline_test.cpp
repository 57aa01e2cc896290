#include "compare/sparkline.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Values = std::vector<std::optional<double>>;

TEST(Sparkline, IsALineFromTheFirstValueToTheNewest) {
  EXPECT_THAT(sparkline(Values{10, 20}, {}, "x"), HasSubstr("<path d=\"M0 25.0L120 3.0\"/>"));
}

TEST(Sparkline, HasGapsWhereValuesAreAbsent) {
  EXPECT_THAT(sparkline(Values{10, std::nullopt, 20}, {}, "x"), HasSubstr("\"M0 25.0M120 3.0\""));
  EXPECT_THAT(sparkline(Values{std::nullopt}, {}, "x"), HasSubstr("<path d=\"\"/>"));
}

TEST(Sparkline, DoesNotMakeAMountainOfNoise) {
  // 0.1 % of a range of at least 5 %
  EXPECT_THAT(sparkline(Values{100, 100.1}, {}, "x"), HasSubstr("\"M0 14.2L120 13.8\""));
}

TEST(Sparkline, MarksWhereItRoseAndFell) {
  EXPECT_THAT(
      sparkline(Values{1, 2, 1}, {{1, true}, {2, false}}, "x"),
      AllOf(HasSubstr("<path class=\"up\" d=\"M60 0V28\"/>"), HasSubstr("<path class=\"down\" d=\"M120 0V28\"/>")));
}

TEST(Sparkline, OfManyValuesStaysSmall) { EXPECT_LT(sparkline(Values(100'000, 5.0), {}, "x").size(), 1000u); }

TEST(Sparkline, SaysInWordsWhatItShowsAndNothingMore) {
  EXPECT_THAT(sparkline(Values{1}, {}, "<b>\""),
              AllOf(HasSubstr("aria-label=\"&lt;b&gt;&quot;\""), Not(HasSubstr("<b>"))));
}

}  // namespace
}  // namespace warpledger
