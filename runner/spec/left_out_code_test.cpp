#include "spec/left_out_code.h"

#include <gtest/gtest.h>

#include <string>

#include "base/cpp_comments.h"
#include "spec/include_rule.h"

namespace warpledger {
namespace {

/// Returns the remaining lines of `text`, without directives.
std::string left_of(const std::string& text) {
  std::vector<JoinedLine> lines = joined_lines(text);
  blank_left_out_code(lines, blank_comments(lines));
  std::string left;
  for (const JoinedLine& line : lines) {
    const std::size_t begin = line.text.find_first_not_of(' ');
    if (begin != std::string::npos && line.text[begin] != '#') left += line.text + ' ';
  }
  return left;
}

struct Branches {
  const char* name;
  const char* text;
  const char* left;
};

std::string branches_name(const testing::TestParamInfo<Branches>& info) { return info.param.name; }

class LeftOutCode : public testing::TestWithParam<Branches> {};

TEST_P(LeftOutCode, LeavesTheRest) { EXPECT_EQ(left_of(GetParam().text), GetParam().left); }

INSTANTIATE_TEST_SUITE_P(
    Certain, LeftOutCode,
    testing::Values(Branches{"Zero", "a\n#if 0\nb\n#endif\nc\n", "a c "},
                    Branches{"One", "#if 1\na\n#else\nb\n#endif\nc\n", "a c "},
                    Branches{"Not", "#ifndef __CUDACC_RTC__ // host\na\n#else\nb\n#endif\nc\n", "b c "},
                    Branches{"Else", "#ifdef __CUDACC_RTC__\na\n#elif X\nb\n#else\nc\n#endif\nd\n", "a b c d "},
                    Branches{"NotDefined", "#if !defined(__CUDACC_RTC__)\na\n# elif 1\nb\n#else\nc\n#endif\n", "b c "},
                    Branches{"NotDefinedBare", "#if ! defined __CUDACC_RTC__\na\n#endif\nb\n", "b "},
                    Branches{"Nested", "#if 0\n#if 1\na\n#else\nb\n#endif\nc\n#endif\nd\n", "d "},
                    Branches{"Within", "#ifdef X\n#if 0\na\n#endif\nb\n#else\nc\n#endif\n", "b c "},
                    Branches{"Define", "#if 0\n#define A \\\n  b\n#endif\nc\n", "c "}),
    branches_name);

INSTANTIATE_TEST_SUITE_P(
    Unknown, LeftOutCode,
    testing::Values(Branches{"Macro", "#ifndef X\na\n#else\nb\n#endif\n", "a b "},
                    Branches{"Name", "#if !defined__CUDACC_RTC__\na\n#endif\n", "a "},
                    Branches{"Value", "#if !__CUDACC_RTC__\na\n#endif\n", "a "},
                    Branches{"More", "#if 0 || X\na\n#elif 0\nb\n#endif\n", "a b "},
                    Branches{"BehindUnknown", "#if X\na\n#elif 1\nb\n#else\nc\n#endif\n", "a b c "},
                    Branches{"Parentheses", "#ifdef (__CUDACC_RTC__)\n#else\na\n#endif\n", "a "},
                    Branches{"StrayParenthesis", "#if 1)\n#else\na\n#endif\n", "a "},
                    Branches{"ElseIfDefBehindOne", "#if 1\n#elifdef X\na\n#endif\n", "a "},
                    Branches{"ElseIfNotDefined", "#if 0\na\n#elifndef __CUDACC_RTC__\nb\n#endif\n", "b "}),
    branches_name);

INSTANTIATE_TEST_SUITE_P(
    Doubtful, LeftOutCode,
    testing::Values(Branches{"RawString", "R\"(\n#if 0\n)\";\na\nR\"(\n#endif\n)\";\n", "R\"( )\"; a R\"( )\"; "},
                    Branches{"RawStringLeftOut", "#if 0\nR\"(\n#endif\na\n)\";\n", "R\"( a )\"; "},
                    Branches{"OpenQuote", "#if 0\ndon't\n#endif\na\n", "don't a "},
                    Branches{"Digraph", "#if 0\n%:endif\na\n", "%:endif a "},
                    Branches{"Continued", "#if 0\nb \\ \n#endif\na\n#endif\n", "b #endif a "},
                    Branches{"InPieces", "#if 0\n#en\\\ndif\na\n#endif\n", "a "},
                    Branches{"WideName", "#if 0\n#if\xc3\xa9 x\n#endif\na\n#endif\n", "a "},
                    Branches{"DollarName", "#if 0\n#if$ x\n#endif\na\n#endif\n", "a "},
                    Branches{"WideBlank", "#if 0\n\xc2\xa0#endif\na\n", "\xc2\xa0#endif a "},
                    Branches{"BehindAComment", "#if 1\n#define A /*\n*/ #else\na\n#endif\n", "a "},
                    Branches{"BehindAnotherInAComment", "a /*\n#if X */ #if 0\nb\n#endif\n", "a    b "},
                    Branches{"InArguments", "S(/*\n*/ #if 0\n)\na\nS(/*\n*/ #endif\n)\n", "S(   ) a S(   ) "},
                    Branches{"ConditionGoesOnBehindAComment", "#if 0 /*\n*/ || 1\na\n#endif\n", "   || 1 a "},
                    Branches{"EndOfNothing", "#endif\n#if 0\na\n#endif\n", "a "}),
    branches_name);

std::string refusal_of(const std::string& text) {
  try {
    checked_includes({"hw.cu", text});
  } catch (const Error& error) {
    return error.problem();
  }
  return "no error";
}

TEST(LeftOutCode, HasNoIncludesAndMaySayAnything) {
  const std::string host =
      "#include \"helper_cuda.h\"\n#include \"../x.h\"\n#pragma omp parallel\n#line 3\nasm(\".incbin 'a'\");\n";
  for (const std::string begin : {"#if 0\n", "#ifndef __CUDACC_RTC__\n", "#ifdef __CUDACC_RTC__\n#else\n"}) {
    EXPECT_TRUE(checked_includes({"hw.cu", begin + host + "#endif\n"}).empty()) << begin;
    EXPECT_TRUE(unchecked_includes({"hw.cu", begin + host + "#endif\n"}).empty()) << begin;
  }
  EXPECT_NE(refusal_of("#ifndef __CUDACC__\n" + host + "#endif\n"), "no error");
}

TEST(LeftOutCode, IsNotChosenByTheSubmission) {
  const std::string refused = "an #undef of __CUDACC_RTC__";
  EXPECT_EQ(refusal_of("# undef __CUDACC_RTC__\n"), refused);
  EXPECT_EQ(refusal_of("#un\\\ndef __CUDACC_\\\nRTC__\n"), refused);
  EXPECT_EQ(refusal_of("#undef \\u005f_CUDACC_RTC__\n"), "an #undef that is not written plainly");
  const std::string continued = "an #undef on a line that continues the previous one";
  EXPECT_EQ(refusal_of("// \\ \n#undef __CUDACC_RTC__\n"), continued) << "no comment to every compiler";
  EXPECT_EQ(refusal_of("R\"(\\\n#undef __CUDACC_RTC__\n)\";"), continued);
  EXPECT_EQ(refusal_of("#if 0\n#undef __CUDACC_RTC__\n#endif\n"), "no error");
  EXPECT_EQ(refusal_of("#define __CUDACC_RTC__ 0\n#ifdef __CUDACC_RTC__\n#include \"../x.h\"\n#endif\n"),
            "'../x.h' is outside the submission");
}

}  // namespace
}  // namespace warpledger
