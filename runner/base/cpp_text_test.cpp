#include "base/cpp_text.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

using testing::ElementsAre;

/// Returns the kind and text of each token.
std::vector<std::string> pieces(std::string_view text) {
  constexpr const char* kNames[] = {"blank", "comment", "literal", "word", "mark"};
  std::vector<std::string> all;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    all.push_back(std::string(kNames[static_cast<int>(token.part)]) + " " + std::string(token.text));
    text.remove_prefix(token.text.size());
  }
  return all;
}

TEST(CppText, IsTakenApartWithoutALoss) {
  EXPECT_THAT(pieces("int a_1; // b\n\v/* c\n*/x"),
              ElementsAre("word int", "blank  ", "word a_1", "mark ;", "blank  ", "comment // b", "blank \n\v",
                          "comment /* c\n*/", "word x"));
  EXPECT_THAT(pieces("/* never closed"), ElementsAre("comment /* never closed"));
}

TEST(CppText, ALiteralEndsAtItsQuoteOrWithItsLine) {
  EXPECT_THAT(pieces(R"("a\"//b" 'c')"), ElementsAre(R"(literal "a\"//b")", "blank  ", "literal 'c'"));
  EXPECT_THAT(pieces("\"open\nx"), ElementsAre("literal \"open", "blank \n", "word x"));
  EXPECT_THAT(pieces("\"\\"), ElementsAre("literal \"\\"));
  EXPECT_THAT(pieces("L'\"'+x"), ElementsAre("word L", "literal '\"'", "mark +", "word x"));
}

TEST(CppText, ARawStringEndsAtItsOwnDelimiter) {
  EXPECT_THAT(pieces("u8R\"-(a)\" // )-\"+x"), ElementsAre("literal u8R\"-(a)\" // )-\"", "mark +", "word x"));
  EXPECT_THAT(pieces("R\"(open"), ElementsAre("literal R\"(open"));
  EXPECT_THAT(pieces("xR\"(a)\""), ElementsAre("word xR", "literal \"(a)\""));
}

TEST(CppText, ANumberKeepsItsSeparators) {
  EXPECT_THAT(pieces("1'000'000u+0x'"), ElementsAre("word 1'000'000u", "mark +", "word 0x", "literal '"));
}

TEST(CppText, AWordIsWhatTheTextBeginsWith) {
  EXPECT_EQ(cpp_word("a_1+b"), "a_1");
  EXPECT_EQ(cpp_word("+b"), "");
  EXPECT_EQ(cpp_word(""), "");
}

TEST(CppText, LinesThatEndWithABackslashAreOneWithTheNext) {
  const std::vector<JoinedLine> lines = joined_lines("a \\ \nb\r\nc // d\n");
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0].text, "a b");
  EXPECT_EQ(lines[0].part(1), "b");
  EXPECT_EQ(lines[0].place("k.cu", 2).line, 2);
  EXPECT_EQ(lines[0].place("k.cu", 2).column, 1);
  EXPECT_EQ(lines[1].parts[0].number, 3);
}

}  // namespace
}  // namespace warpledger
