#include "report/text_width.h"

#include <gmock/gmock.h>

using testing::ElementsAre;

namespace warpledger {
namespace {

TEST(TextWidth, GreekLettersAndMicroTakeOneColumn) {
  EXPECT_EQ(display_width("FP θ"), 4);
  EXPECT_EQ(display_width("t/µs"), 4);
  EXPECT_EQ(display_width(""), 0);
}

TEST(TextWidth, PaddingCountsColumnsNotBytes) {
  EXPECT_EQ(pad_left("µ", 3), "  µ");
  EXPECT_EQ(pad_right("µ", 3), "µ  ");
}

TEST(TextWidth, PaddingNeverCuts) { EXPECT_EQ(pad_left("12345", 3), "12345"); }

TEST(TextWidth, WrapBreaksBetweenWords) {
  EXPECT_THAT(wrap("buffer l_out differs at 7", 12), ElementsAre("buffer l_out", "differs at 7"));
}

TEST(TextWidth, WrapKeepsAWordThatIsTooLong) {
  EXPECT_THAT(wrap("a norm_group<32,8> b", 6), ElementsAre("a", "norm_group<32,8>", "b"));
}

TEST(TextWidth, WrapOfNothingIsOneLine) { EXPECT_THAT(wrap("  ", 6), ElementsAre("")); }

TEST(TextWidth, ControlCharactersBecomeSpaces) { EXPECT_EQ(one_line("a\nb\t\x1b[31mc"), "a b  [31mc"); }

}  // namespace
}  // namespace warpledger
