#include "base/text.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(Nearest, FindsATypo) { EXPECT_EQ(nearest("famly", {"about", "family", "grid"}), "family"); }

TEST(Nearest, FindsNothingWhenNothingIsNear) { EXPECT_EQ(nearest("zzz", {"about", "family"}), std::nullopt); }

TEST(DidYouMean, ListsWhatIsAllowedEvenWhenNothingIsNear) {
  EXPECT_EQ(did_you_mean("zzz", {"a", "b"}), "allowed: a, b");
  EXPECT_EQ(did_you_mean("gird", {"grid", "about"}), "did you mean 'grid'? allowed: grid, about");
}

TEST(WithThousands, GroupsDigitsByThree) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1 000");
  EXPECT_EQ(with_thousands(-1234567), "-1 234 567");
}

TEST(HumanBytes, UsesBinaryUnits) {
  EXPECT_EQ(human_bytes(512), "512 B");
  EXPECT_EQ(human_bytes(18 << 20), "18.0 MiB");
}

TEST(HumanSeconds, PicksTheUnitAPersonWouldUse) {
  EXPECT_EQ(human_seconds(0.075), "75 ms");
  EXPECT_EQ(human_seconds(12.34), "12.3 s");
  EXPECT_EQ(human_seconds(245), "4 min 05 s");
  EXPECT_EQ(human_seconds(7800), "2 h 10 min");
}

TEST(Utf8Length, IsThatOfASequenceAndZeroOfWhatIsNone) {
  EXPECT_EQ(utf8_length("a", 0), 1);
  EXPECT_EQ(utf8_length("a\xce\xb8", 1), 2);
  EXPECT_EQ(utf8_length("\xe2\x82\xac", 0), 3);
  EXPECT_EQ(utf8_length("\xf0\x9f\x98\x80", 0), 4);
  for (const char* none :
       {"\xb8", "\xce",
        "\xce"
        "a",
        "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"})
    EXPECT_EQ(utf8_length(none, 0), 0) << none;
}

TEST(CodePoint, IsTheNumberOfACharacter) {
  EXPECT_EQ(code_point_of("a"), U'a');
  EXPECT_EQ(code_point_of("\u03b8"), U'\u03b8');
  EXPECT_EQ(code_point_of("\u20ac"), U'\u20ac');
  EXPECT_EQ(code_point_of("\U0001f600"), U'\U0001f600');
}

TEST(Printable, LeavesTextItsLinesAndTabsAsTheyAre) {
  for (const std::string text : {"", "a\tb\nc", "t/\u00b5s \u03b8 \u6f22 e\u0301 \U0001f600", "\\x1b", "\u00a0\u00ad"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(printable("\x1b[31mred\x07\r\x7f"), "\\x1b[31mred\\x07\\x0d\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x80 \xc2\x9b"
                      "2J \xc2\x9f"),
            "\\u0080 \\u009b2J \\u009f");
}

TEST(Printable, ShowsWhatTurnsTheOrderOfTextAsEscapes) {
  EXPECT_EQ(printable("\u200e\u200f\u202a\u202e\u2066\u2069\u061c"),
            "\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069\\u061c");
  EXPECT_EQ(printable("a\u2028b\u2029"), "a\\u2028b\\u2029");
}

TEST(Printable, ShowsBytesThatAreNotUtf8AsEscapes) {
  EXPECT_EQ(printable("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(printable("\x9b"
                      "2J\xce"),
            "\\x9b2J\\xce");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(Text, DecimalsAreWithoutTheNoiseOfBinaryOnes) {
  EXPECT_EQ(as_decimal(0.1 + 0.2), 0.3);
  EXPECT_EQ(as_decimal(-3 * 4.1), -12.3);
  EXPECT_EQ(as_decimal(29), 29);
}

TEST(MachinePaths, AreShortenedToTheirLastPart) {
  EXPECT_EQ(without_folders("/home/prof/class/ida/x.h: a link to outside"), "x.h: a link to outside");
  EXPECT_EQ(without_folders("In file included from /usr/include/math.h:3:\nk.cu:1 (/opt/cuda/include/)"),
            "In file included from math.h:3:\nk.cu:1 (include/)");
}

TEST(MachinePaths, AreNotWhatTheSourceSays) {
  for (const char* text : {"'/etc/passwd' is outside the submission", "#include </a/b.h>", "y[i] = a / b / c;",
                           "// a/b/c", "reads and/or writes", "1/2", "/"})
    EXPECT_EQ(without_folders(text), text);
}

}  // namespace
}  // namespace warpledger
