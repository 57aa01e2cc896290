#include <gtest/gtest.h>

#include "grading/score/source_flags.h"

namespace warpledger {
namespace {

TEST(BareSource, IsWithoutCommentsAndWhiteSpace) {
  EXPECT_EQ(bare_source("int  a; // not b\n\tint /* nor\n c */ d;\n"), "inta;intd;");
  EXPECT_EQ(bare_source("a / b"), "a/b");
  EXPECT_EQ(bare_source("a; /* never closed"), "a;");
  EXPECT_EQ(bare_source("a; // no newline"), "a;");
  EXPECT_EQ(bare_source(""), "");
}

TEST(BareSource, KeepsLiteralsAsTheyAre) {
  EXPECT_EQ(bare_source("f(\"a // b\", ' ');"), "f(\"a // b\",' ');");
  EXPECT_EQ(bare_source(R"(f("a \" /* b"); g();)"), R"(f("a \" /* b");g();)");
}

TEST(BareSource, TakesADigitSeparatorForNoLiteral) {
  EXPECT_EQ(bare_source("int a = 1'000; // x\nint b; // y\n"), "inta=1'000;intb;");
}

TEST(BareSource, KeepsARawStringAsItIs) {
  EXPECT_EQ(bare_source("f(R\"x(a // \" )\" b)x\", u); // c"), "f(R\"x(a // \" )\" b)x\",u);");
}

}  // namespace
}  // namespace warpledger
