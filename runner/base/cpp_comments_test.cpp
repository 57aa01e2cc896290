#include "base/cpp_comments.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

/// Returns the lines without comments, and after "?" those that compilers may read differently.
std::string blanked(const std::string& text) {
  std::vector<JoinedLine> lines = joined_lines(text);
  const std::size_t certain = blank_comments(lines);
  std::string all;
  for (std::size_t i = 0; i < lines.size(); ++i) all += (i == certain ? "?" : "") + lines[i].text + "\n";
  return all;
}

TEST(CppComments, AreBlanksOfTheSameLength) {
  EXPECT_EQ(blanked("a /* b */ c // d\n/*\n# e\n*/ f\n"), "a         c     \n  \n   \n   f\n");
  EXPECT_EQ(blanked("// a \\\nb\nc\n"), "      \nc\n");
}

TEST(CppComments, AreNoneInStringsAndNamesOfHeaders) {
  EXPECT_EQ(blanked("a(\"/*\"); '\"'; // b\n"), "a(\"/*\"); '\"';     \n");
  EXPECT_EQ(blanked("#include \"a//b\" // c\n"), "#include \"a//b\"     \n");
  EXPECT_EQ(blanked("R\"x(/* \")x\" // b\n"), "R\"x(/* \")x\"     \n");
}

struct Doubt {
  const char* name;
  const char* text;
};

class CppDoubt : public testing::TestWithParam<Doubt> {};

TEST_P(CppDoubt, EndsTheBlanking) {
  EXPECT_THAT(blanked(GetParam().text), testing::HasSubstr("?"));
  EXPECT_THAT(blanked(GetParam().text), testing::HasSubstr("/"));
}

INSTANTIATE_TEST_SUITE_P(Compilers, CppDoubt,
                         testing::Values(Doubt{"BackslashWithBlanks", "// a \\ \n#include <b> // c\n"},
                                         Doubt{"StringOverBackslashWithBlanks", "\"a \\ \n /* \"\n"},
                                         Doubt{"RawStringOfJoinedLines", "R\"( )\\\n\" /* )\"\n"},
                                         Doubt{"RawStringWithABlankInItsDelimiter", "R\"a b(/*)a b\"\n"},
                                         Doubt{"RawStringWithoutParenthesis", "R\"a /*\n"},
                                         Doubt{"HeaderWithAComment", "#include <a/*b>\n"},
                                         Doubt{"HeaderWithTwoSlashes", "#include <a//b>\n"},
                                         Doubt{"HeaderWithAQuote", "#include <a'/b>\n"},
                                         Doubt{"QuoteInANumber", "#define Z 0x1.'a'/*'\n?\n// */\n"},
                                         Doubt{"QuoteInANumberWithASign", "#define Z 1e-'a'/*'\n?\n// */\n"},
                                         Doubt{"RawStringOfADirective", "#define Z R\"(\n)\"/*?\n// */\n"},
                                         Doubt{"RawStringBehindAnIf", "#if 0\nR\"(\n#endif\n)\"/*?\n// */\n"},
                                         Doubt{"NumberInADollarName", "$8'0/*\n?\n// */\n"},
                                         Doubt{"NumberInAWideName",
                                               "\xc3\xa9"
                                               "8'0/*\n?\n// */\n"},
                                         Doubt{"RawStringInANumber", "#define Z 1.R\"(\")\" /* \"\n?\n// */\n"},
                                         Doubt{"RawStringInADollarName", "#define Z $R\"(\")\" /* \"\n?\n// */\n"},
                                         Doubt{"RawStringInAWideName", "#define Z \xc3\xa9R\"(\")\" /* \"\n?\n// */\n"},
                                         Doubt{"RawStringBehindAString", "#define Z \"a\"R\"(\")\" /* \"\n?\n// */\n"},
                                         Doubt{"RawStringBehindACharacter", "#define Z 'a'R\"(\")\" /* \"\n?\n// */\n"},
                                         Doubt{"OpenBehindWarning", "#warning a /* b\n*/\n"},
                                         Doubt{"OpenBeforeAName", "# /*\n*/ include \"a\"\n"}),
                         [](const testing::TestParamInfo<Doubt>& doubt) { return std::string(doubt.param.name); });

}  // namespace
}  // namespace warpledger
