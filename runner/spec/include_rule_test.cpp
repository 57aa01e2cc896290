#include "spec/include_rule.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace warpledger {
namespace {

std::string refusal(const std::string& text, const std::string& file = "hw.cu") {
  try {
    checked_includes({file, text});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// A source text, the position of its rejection, and the message.
struct Trick {
  const char* name;
  const char* text;
  const char* refusal;  ///< start of the message
};

std::string name_of(const testing::TestParamInfo<Trick>& info) { return info.param.name; }

class IncludeTrick : public testing::TestWithParam<Trick> {};

TEST_P(IncludeTrick, IsRefusedAtItsPlace) {
  EXPECT_EQ(refusal(GetParam().text).substr(0, std::string(GetParam().refusal).size()), GetParam().refusal);
}

constexpr const char* kOutside = "hw.cu:1:11: '/etc/passwd' is outside the submission\n";
constexpr const char* kNotPlain = "hw.cu:1:1: an #include that is not written plainly\n";

INSTANTIATE_TEST_SUITE_P(
    Paths, IncludeTrick,
    testing::Values(Trick{"Absolute", "#include \"/etc/passwd\"\n", kOutside},
                    Trick{"AbsoluteToolkit", "#include </etc/passwd>\n", kOutside},
                    Trick{"Up", "#include \"../a.h\"\n", "hw.cu:1:11: '../a.h' is outside the submission\n"},
                    Trick{"UpToolkit", "#include <sys/../../a.h>\n",
                          "hw.cu:1:11: 'sys/../../a.h' is outside the submission\n"},
                    Trick{"Backslash", "#include \"..\\a.h\"\n", "hw.cu:1:11: '..\\a.h' is outside the submission\n"},
                    Trick{"Empty", "#include \"\"\n", "hw.cu:1:11: '' is outside the submission\n"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Disguises, IncludeTrick,
    testing::Values(
        Trick{"Macro", "#include FILE\n", kNotPlain}, Trick{"Unclosed", "#include \"a.h\n", kNotPlain},
        Trick{"TwoNames", "#include \"a.h\" \"/etc/passwd\"\n", kNotPlain},
        Trick{"CommentBefore", "/* x */ #include \"/etc/passwd\"\n",
              "hw.cu:1:19: '/etc/passwd' is outside the submission\n"},
        Trick{"CommentEndsBefore", "/*\n// */ #include \"/etc/passwd\"\n",
              "hw.cu:2:17: '/etc/passwd' is outside the submission\n"},
        Trick{"CommentAfterHash", "#/**/include \"/etc/passwd\"\n",
              "hw.cu:1:15: '/etc/passwd' is outside the submission\n"},
        Trick{"LongCommentAfterHash", "# /*\n*/ include \"a.h\"\n",
              "hw.cu:1:1: a directive whose name does not directly follow its #\n"},
        Trick{"CommentBeforeName", "#include/**/\"/etc/passwd\"\n",
              "hw.cu:1:14: '/etc/passwd' is outside the submission\n"},
        Trick{"CommentInAName", "#include </*x>\n#include \"/etc/passwd\"\n// */\n",
              "hw.cu:1:1: an #include of a name with a quote or a comment\n"},
        Trick{"OpenCommentBehindWarning", "#warning /*\n#include \"/etc/passwd\"\n// */\n",
              "hw.cu:2:11: '/etc/passwd' is outside the submission\n"},
        Trick{"CommentBehindANumber", "#define Z 0x1.'a'/*'\n#include \"/etc/passwd\"\n// */\n",
              "hw.cu:2:11: '/etc/passwd' is outside the submission\n"},
        Trick{"CommentBehindARawStringOfANumber", "#define Z 1.R\"(\")\" /* \"\n#include \"/etc/passwd\"\n// */\n",
              "hw.cu:2:11: '/etc/passwd' is outside the submission\n"},
        Trick{"PastedPragma", "#define C(a, b) a##b\nC(_Pra, gma)(\"GCC dependency \\\"/etc/passwd\\\"\")\n",
              "hw.cu:2:3: '_Pra', which could become _Pragma\n"},
        Trick{"RawStringEndsBeforeAsm", "auto s = R\"(\n// )\"; __asm(A);\n",
              "hw.cu:2:8: asm whose text has more than plain string literals\n"},
        Trick{"ContinuedName", "#inc\\\nlude \"/etc/passwd\"\n",
              "hw.cu:1:1: an #include that continues on the next line\n"},
        Trick{"ContinuedWithBlanks", "#inc\\ \t\nlude \"a.h\"\n",
              "hw.cu:1:1: an #include that continues on the next line\n"},
        Trick{"ContinuedOperand", "#include \\\n\"/etc/passwd\"\n",
              "hw.cu:1:1: an #include that continues on the next line\n"},
        Trick{"InAContinuedLine", "// \\ \n#include \"/etc/passwd\"\n",
              "hw.cu:2:1: an #include on a line that continues the previous one\n"},
        Trick{"Digraph", "%:include \"a.h\"\n", "hw.cu:1:1: a directive that begins with %:\n"},
        Trick{"TrigraphHash", "?\?=include \"a.h\"\n", "hw.cu:1:1: the trigraph ?\?=\n"},
        Trick{"TrigraphBackslash", "// ?\?/\n#include \"a.h\"\n", "hw.cu:1:4: the trigraph ?\?/\n"},
        Trick{"WideBlank", "#\xc2\xa0include \"a.h\"\n",
              "hw.cu:1:1: a directive whose name does not directly follow its #\n"},
        Trick{"WideBlankBefore", "\xc2\xa0#include \"/etc/passwd\"\n",
              "hw.cu:1:13: '/etc/passwd' is outside the submission\n"},
        Trick{"FormFeed", "\f#\finclude\f\"/etc/passwd\"\n", "hw.cu:1:13: '/etc/passwd' is outside the submission\n"},
        Trick{"CarriageReturns", "#include \"/etc/passwd\"\r\n", kOutside}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    OtherDirectives, IncludeTrick,
    testing::Values(Trick{"IncludeNext", "#include_next <a.h>\n",
                          "hw.cu:1:1: the directive '#include_next' is not one that a submission may use\n"},
                    Trick{"Import", "#import \"a.h\"\n",
                          "hw.cu:1:1: the directive '#import' is not one that a submission may use\n"},
                    Trick{"Embed", "int x[] = {\n#embed \"/etc/passwd\"\n};\n",
                          "hw.cu:2:1: the directive '#embed' is not one that a submission may use\n"},
                    Trick{"Line", "#line 1 \"/etc/passwd\"\n",
                          "hw.cu:1:1: the directive '#line' is not one that a submission may use\n"},
                    Trick{"LineMarker", "# 1 \"/etc/passwd\"\n",
                          "hw.cu:1:1: the directive '#1' is not one that a submission may use\n"},
                    Trick{"HasInclude", "#if __has_include(\"/etc/passwd\")\n",
                          "hw.cu:1:5: '__has_include' asks for files outside the submission\n"},
                    Trick{"HasIncludeContinued", "#if __has_\\\ninclude_next(<a.h>)\n",
                          "hw.cu:1:5: '__has_include' asks for files outside the submission\n"},
                    Trick{"HasEmbed", "#if __has_embed(\"a\")\n",
                          "hw.cu:1:5: '__has_embed' asks for files outside the submission\n"},
                    Trick{"PragmaDependency", "#pragma GCC dependency \"/etc/passwd\"\n",
                          "hw.cu:1:1: '#pragma GCC' is not one that a submission may use\n"},
                    Trick{"PragmaOperator", "_Pragma(\"GCC dependency \\\"/etc/passwd\\\"\")\n",
                          "hw.cu:1:1: '#pragma GCC' is not one that a submission may use\n"},
                    Trick{"PragmaOfMacro", "#define P(x) _Pragma(#x)\n",
                          "hw.cu:1:14: _Pragma of something other than a plain string\n"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Assembler, IncludeTrick,
    testing::Values(
        Trick{"Incbin", "asm(\".incbin \\\"/etc/passwd\\\"\");\n", "hw.cu:1:7: assembler text that opens a file\n"},
        Trick{"IncbinOfASection", "__attribute__((section(\"x\\n.INCBIN 'a'\"))) int y;\n",
              "hw.cu:1:29: assembler text that opens a file\n"},
        Trick{"IncbinInPieces", "asm volatile(\".inc\" // x\n  \"bin 'a'\");\n",
              "hw.cu:1:1: assembler text that opens a file\n"},
        Trick{"Include", "__asm__ __volatile__ (\".Include 'a'\");\n", "hw.cu:1:1: assembler text that opens a file\n"},
        Trick{"Escape", "asm(\"\\x2eincb\" \"in\");\n",
              "hw.cu:1:1: asm whose text has an escape other than \\n and \\t\n"},
        Trick{"Raw", "asm(R\"(x)\");\n", "hw.cu:1:1: asm whose text has more than plain string literals\n"},
        Trick{"AsmMacro", "asm(\n  TEXT);\n", "hw.cu:1:1: asm whose text has more than plain string literals\n"},
        Trick{"AliasOfAsm", "#define A asm\nA(\".inc\" \"bin\");\n",
              "hw.cu:1:11: asm whose text has more than plain string literals\n"},
        Trick{"ParameterAtTheBeginning", "#define A(x) asm(#x \" 'a'\")\n",
              "hw.cu:1:14: asm whose text has a macro's parameter where a directive may stand\n"},
        Trick{"ParameterBehindADot", "#define A(x) asm(\"nop; .\" #x \" 'a'\")\n",
              "hw.cu:1:14: asm whose text has a macro's parameter where a directive may stand\n"},
        Trick{"ParameterOfNoMacro", "asm(\"ld\" #x);\n",
              "hw.cu:1:1: asm whose text has more than plain string literals\n"},
        Trick{"AtTheEnd", "__asm", "hw.cu:1:1: asm whose text has more than plain string literals\n"},
        Trick{"InAnOpenComment", "asm /*", "hw.cu:1:1: asm whose text has more than plain string literals\n"}),
    name_of);

TEST(IncludeRule, GivesTheQuotedNamesWithTheirPlaces) {
  const auto includes = checked_includes(
      {"hw.cu", "#include <cuda_pipeline.h>\n  # include \"norm.h\"  // the shape\n#include \"sub/a.h\" /* x */\r\n"});
  ASSERT_EQ(includes.size(), 2);
  EXPECT_EQ(includes[0].name, "norm.h");
  EXPECT_EQ(includes[0].place.line, 2);
  EXPECT_EQ(includes[0].place.column, 14);
  EXPECT_EQ(includes[1].name, "sub/a.h");
}

TEST(IncludeRule, LetsANameLeadUpWithinTheSubmission) {
  EXPECT_EQ(refusal("#include \"../a.h\"\n", "src/k.cu"), "no error");
  EXPECT_EQ(refusal("#include \"../../inc/a.h\"\n", "src/deep/k.cu"), "no error");
  for (const std::string name : {"\"../../a.h\"", "\"../b/../../a.h\"", "\"b/../a.h\"", "<../a.h>", "\"..\"",
                                 "\"../..\"", "\"..//../a.h\"", "\"./../../a.h\""})
    EXPECT_NE(refusal("#include " + name + "\n", "src/k.cu"), "no error") << name;
  EXPECT_NE(refusal("#include \"../../../../a.h\"\n", "a/b/c/d/e/k.cu"), "no error");
  EXPECT_NE(refusal("#include \"../a.h\"\n", "/home/src/k.cu"), "no error");
}

TEST(IncludeRule, LetsHonestCodeBe) {
  EXPECT_EQ(refusal(R"code(#pragma once
#include <mma.h>
// #include "../old.h", and asm of one's own
/*
# What it does
asm would be faster, says .incbin.
)code"
                    "#include \"../old.h\"\n"
                    R"code(   #pragma GCC dependency "x" */
#define LOAD(how, x, a) \
  asm volatile("ld.global" #how ".f32 %0, [%1];" : "=f"(x) : "l"(a))
#define SHOW(x) \
  #x
#define JOIN(a, include) a ## include
#if defined(N) && N % 2 == 0 // ??!
#elif 1
#warning "a: b"
#endif
struct S { int inc; };
__device__ int f(S s) {
  int lane, old;
#pragma unroll 4
  for (int i = 0; i < 4; i++) s.inc += i;
  _Pragma("unroll") for (int i = 0; i < 4; i++) s.inc %= 3;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  asm("{\n\t"  // two lines
      "atom.global.inc.u32 %0, [%1], 7;\n\t}"
      : "=r"(old) : "l"(&s.inc));
  return lane + 1'000 + old;
}
)code"),
            "no error");
}

TEST(IncludeRule, ShowsTheLineOfTheFile) {
  EXPECT_EQ(refusal("int a;\n#in\\\nclude <x>\n"),
            "hw.cu:2:1: an #include that continues on the next line\n"
            "  #in\\\n"
            "  ^\n"
            "hint: write it on one line");
}

}  // namespace
}  // namespace warpledger
