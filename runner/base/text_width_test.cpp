#include "base/text_width.h"

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

TEST(TextWidth, WideCharactersTakeTwoColumnsAndCombiningOnesNone) {
  EXPECT_EQ(display_width("漢字"), 4);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("a\u200bb"), 2);
  EXPECT_EQ(display_width("\U0001f600"), 2);
  EXPECT_EQ(display_width("\xff\xfe"), 2);
}

TEST(TextWidth, ABeginningHasWholeCharacters) {
  EXPECT_EQ(beginning("漢字", 3), "漢");
  EXPECT_EQ(beginning("e\u0301a", 1), "e\u0301");
  EXPECT_EQ(beginning("ab", 5), "ab");
}

TEST(TextWidth, WrapCutsAWordThatIsTooLongWhereItMay) {
  EXPECT_THAT(wrap("a norm_group<32,8> b", 6, LongWord::is_cut), ElementsAre("a", "norm_g", "roup<3", "2,8> b"));
  EXPECT_THAT(wrap("漢字漢", 1, LongWord::is_cut), ElementsAre("漢", "字", "漢"));
}

TEST(TextWidth, LinesAreWrappedAsFarInAsTheyBegin) {
  EXPECT_EQ(wrap_lines("short\n  one two three four\n", {12, true}), "short\n  one two\n  three four\n");
  EXPECT_EQ(wrap_lines("one two three\n\nfour", {7, true}), "one two\nthree\n\nfour");
  EXPECT_EQ(wrap_lines("ok    one two", {11, true}), "ok    one\ntwo");
  EXPECT_EQ(wrap_lines("             ", {7, true}), "   ");
}

TEST(TextWidth, LinesWithoutALimitStayWhole) { EXPECT_EQ(wrap_lines("one two three four", {7}), "one two three four"); }

TEST(TextWidth, OneLineHasNoBreaksAndNothingThatSteersATerminal) {
  EXPECT_EQ(one_line("a\nb\t\x1b[31mc\u202e"), "a b \\x1b[31mc\\u202e");
}

}  // namespace
}  // namespace warpledger
