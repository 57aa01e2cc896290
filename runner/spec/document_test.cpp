#include "spec/document.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

using Lines = std::vector<std::string>;

TEST(OpenQuote, ThatClosesInItsLineIsRight) {
  EXPECT_EQ(problem_of_quote({R"(a: "b \" c")"}, 1, 4), std::nullopt);
  EXPECT_EQ(problem_of_quote({"a: 'it''s'"}, 1, 4), std::nullopt);
}

TEST(OpenQuote, MayHoldSeveralLinesOfProse) {
  EXPECT_EQ(problem_of_quote({"about: \"one line", "  and http://x.y: another\"", "b: 1"}, 1, 8), std::nullopt);
}

TEST(OpenQuote, ThatSwallowsEntriesIsToldWithTheLineThatClosesIt) {
  const std::string problem = "the quote that opens here only closes in line 3";
  EXPECT_EQ(problem_of_quote({"a: \"one", "b: 2", "c: \"three\""}, 1, 4), problem);
  EXPECT_EQ(problem_of_quote({"- \"one", "- two", "- \"three\""}, 1, 3), problem);
}

TEST(OpenQuote, ThatNeverClosesIsTold) {
  EXPECT_EQ(problem_of_quote({"a: 'it''s", "b: 2"}, 1, 4), "the quote that opens here never closes");
}

TEST(OpenQuote, IsFoundByItsLineAlone) {
  const Lines lines = {"# \"not this", "a: it's fine", "b: [\"x\", 'y']  # 'nor this", "c: {d: \"open, e: 1}",
                       "f: \"g"};
  const auto found = find_open_quote(lines, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 4);
  EXPECT_EQ(found->column, 8);
  EXPECT_FALSE(find_open_quote(lines, 3));
}

}  // namespace
}  // namespace warpledger
