#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.h"
#include "base/text_width.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Excerpt, OfALongLineShowsWhatIsAroundTheColumn) {
  std::string line(2'000'000, 'a');
  line.replace(1'000'000, 5, "wrong");
  const std::string text = excerpt(line, 1'000'001);
  EXPECT_LT(text.size(), 200u);
  const std::size_t caret = text.rfind('^') - text.rfind('\n');
  const std::size_t word = text.find("wrong") - text.find('\n');
  EXPECT_EQ(caret, word);
  EXPECT_THAT(text, AllOf(StartsWith("\n  ...a"), HasSubstr("a...\n")));
}

TEST(Excerpt, OfALineThatFitsIsTheLine) {
  for (const std::size_t column : {1u, 60u, 61u, 120u})
    EXPECT_THAT(excerpt(std::string(120, 'x'), column), StartsWith("\n  " + std::string(120, 'x') + "\n")) << column;
}

TEST(Excerpt, TheCaretStandsUnderItsColumnBehindEscapesAndWideCharacters) {
  EXPECT_EQ(excerpt("\x1b[2Jx", 5), "\n  \\x1b[2Jx\n         ^");
  EXPECT_EQ(excerpt("日本x", 7), "\n  日本x\n      ^");
}

TEST(Excerpt, OfManyWideOrBrokenCharactersIsNoWiderThanATerminal) {
  for (const std::string unit : {"日", "\xff", "\xe6", "\x1b", "\u202e"}) {
    std::string line;
    for (int i = 0; i < 1000; ++i) line += unit;
    for (std::size_t column = 0; column <= line.size() + 2; ++column) {
      const std::string text = excerpt(line, column);
      const std::string first = text.substr(1, text.find('\n', 1) - 1);
      ASSERT_LE(display_width(first), 2u + 120 + 6 + 5) << column;
      ASSERT_EQ(std::count(text.begin(), text.end(), '\x1b'), 0);
    }
  }
}

TEST(Clipped, TextIsAScreenfulAtMost) {
  EXPECT_EQ(clipped("short\ntext"), "short\ntext");
  EXPECT_THAT(clipped(std::string(2'000'000, 'x')), EndsWith("x [...]"));
  EXPECT_LT(clipped(std::string(2'000'000, 'x')).size(), 2000u);
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "a\n";
  const std::string text = clipped(lines);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 30);
  EXPECT_THAT(text, EndsWith(" [...]"));
}

TEST(Clipped, AnErrorShowsNoControlCharactersAndNoMegabytes) {
  const std::string hostile = "\x1b[2J" + std::string(1'000'000, 'y');
  const std::string text =
      Error({hostile, 1, 1, hostile}, "unknown key '" + hostile + "'", "not '" + hostile + "'").what();
  EXPECT_LT(text.size(), 6000u);
  EXPECT_THAT(text, AllOf(HasSubstr("\\x1b[2Jy"), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace warpledger
