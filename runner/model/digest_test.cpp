#include "model/digest.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(Sha256, MatchesThePublishedTestVector) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(DigestOfProgram, DoesNotDependOnTheMainFilesName) {
  EXPECT_EQ(digest_of(Program{{"a.cu", "x"}, {}}), digest_of(Program{{"b.cu", "x"}, {}}));
}

TEST(DigestOfProgram, ChangesWithAHeadersText) {
  EXPECT_NE(digest_of(Program{{"a.cu", "x"}, {{"h", "1"}}}), digest_of(Program{{"a.cu", "x"}, {{"h", "2"}}}));
}

TEST(DigestOfProgram, TellsTextInTheMainFileFromTextInAHeader) {
  EXPECT_NE(digest_of(Program{{"a.cu", "xy"}, {}}), digest_of(Program{{"a.cu", "x"}, {{"", "y"}}}));
}

TEST(DigestOfProgram, ChangesWithAnOptionAndIsThatOfTheTextsWithOptionsAsTheLast) {
  const Program plain{{"a.cu", "x"}, {{"h", "1"}}};
  const Program with_options{plain.main, plain.headers, {"-DN=1", "-restrict"}};
  EXPECT_NE(digest_of(with_options), digest_of(plain));
  EXPECT_NE(digest_of(with_options), digest_of(Program{plain.main, plain.headers, {"-DN=2", "-restrict"}}));
  EXPECT_EQ(digest_of(with_options),
            digest_of(Program{plain.main, {{"h", "1"}, {"compile options", "-DN=1\n-restrict\n"}}}));
}

TEST(CompilationKey, ChangesWithTheProgramAndWithItsFunctions) {
  const Program program{{"a.cu", "x"}, {}};
  EXPECT_EQ(compilation_key(program, {"f<1>", "g"}), compilation_key(Program{{"b.cu", "x"}, {}}, {"f<1>", "g"}));
  EXPECT_NE(compilation_key(program, {"f<1>", "g"}), compilation_key(Program{{"a.cu", "y"}, {}}, {"f<1>", "g"}));
  EXPECT_NE(compilation_key(program, {"f<1>", "g"}), compilation_key(program, {"f<1>g"}));
  EXPECT_NE(compilation_key(program, {"f<1>"}), compilation_key(program, {"f<1>", "g"}));
}

}  // namespace
}  // namespace warpledger
