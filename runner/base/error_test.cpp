#include "base/error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "base/text_width.h"

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

std::string message(const ErrorList& errors) {
  try {
    errors.raise();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(ErrorList, TellsAllInTheOrderOfTheirPlaces) {
  ErrorList errors;
  errors.add(Error({"x.yaml", 7, 3}, "c", "C"));
  errors.add(Error({"x.yaml", 7, 1}, "b", ""));
  errors.add(Error({"a.yaml", 9, 1}, "a", "A"));
  EXPECT_EQ(message(errors), "a.yaml:9:1: a\nhint: A\n\nx.yaml:7:1: b\n\nx.yaml:7:3: c\nhint: C");
}

TEST(ErrorList, KeepsTheTurnOfWhatHasNoLine) {
  ErrorList errors;
  errors.add(Error({"--set", 0, 9, "warps=1,,"}, "first", ""));
  errors.add(Error({"--set", 0, 3, "n="}, "second", ""));
  EXPECT_EQ(message(errors), "--set: first\n  warps=1,,\n          ^\n\n--set: second\n  n=\n    ^");
}

TEST(ErrorList, TellsNothingTwice) {
  ErrorList errors;
  EXPECT_FALSE(errors.attempt([] { throw Error("once", ""); }));
  EXPECT_FALSE(errors.attempt([] { throw Error("once", ""); })) << "wrong, even when it is told already";
  EXPECT_EQ(message(errors), "once");
}

TEST(ErrorList, TakesApartWhatIsSeveralAlready) {
  ErrorList inner, outer;
  inner.add(Error({"b.yaml", 1}, "b", ""));
  inner.add(Error({"a.yaml", 1}, "a", ""));
  outer.add(Error({"a.yaml", 1}, "a", ""));
  EXPECT_FALSE(outer.attempt([&] { inner.raise(); }));
  EXPECT_EQ(message(outer), "a.yaml:1: a\n\nb.yaml:1: b");
}

TEST(ErrorList, AnAttemptIsGoodOnlyWhenNothingWithinItWasWrong) {
  ErrorList errors;
  EXPECT_TRUE(errors.attempt([] {}));
  EXPECT_FALSE(errors.attempt([&] { errors.attempt([] { throw Error("inner", ""); }); }));
  EXPECT_TRUE(errors.attempt([] {})) << "what was wrong before does not count";
}

TEST(ErrorList, WithoutErrorsRaisesNothing) {
  EXPECT_TRUE(ErrorList().empty());
  EXPECT_EQ(message(ErrorList()), "none");
}

TEST(ErrorList, TellsTenAndHowManyMore) {
  ErrorList errors;
  for (std::size_t line = 1; line <= 10; ++line) errors.add(Error({"x.yaml", line}, "bad", ""));
  EXPECT_TRUE(message(errors).ends_with("\n\nx.yaml:10: bad"));
  errors.add(Error({"x.yaml", 11}, "bad", ""));
  EXPECT_TRUE(message(errors).ends_with("\n\nx.yaml:10: bad\n\nand 1 more"));
}

TEST(ErrorList, AnErrorOfOneIsThatOne) {
  ErrorList errors;
  errors.add(Error({"x.yaml", 7, 3, "  famly"}, "unknown", "known"));
  EXPECT_EQ(message(errors), Error({"x.yaml", 7, 3, "  famly"}, "unknown", "known").what());
}

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
