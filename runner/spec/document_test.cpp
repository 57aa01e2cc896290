#include "spec/document.h"

#include <fmt/format.h>
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

DocumentNode tree_of(const std::string& text) {
  ErrorList errors;
  DocumentNode root = std::move(Document("x.yaml", text, errors).root());
  errors.raise();
  return root;
}

TEST(Aliases, StandForWhatTheyName) {
  const DocumentNode root = tree_of("a: &pair [1, &two {k: 2}]\nb: *pair\nc: *two\n");
  ASSERT_EQ(root.entries.size(), 3u);
  ASSERT_EQ(root.entries[1].value.items.size(), 2u);
  EXPECT_EQ(root.entries[1].value.items[0].text, "1");
  EXPECT_EQ(root.entries[2].value.entries.at(0).value.text, "2");
  EXPECT_EQ(root.entries[2].value.line, 1u);
}

TEST(Aliases, CountAsMuchAsWhatTheyName) {
  std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 6; ++i) {
    bomb += fmt::format("a{0}: &a{0} [", i);
    for (int copy = 0; copy < 9; ++copy) bomb += fmt::format("{}*a{}", copy == 0 ? "" : ", ", i - 1);
    bomb += "]\n";
  }
  try {
    tree_of(bomb);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "more than 20 000 values");
    EXPECT_EQ(error.where().line, 4u);
  }
}

TEST(Aliases, OfLongTextsAreRefusedBeforeTheyFillTheMemory) {
  const std::string text = "about: &a \"" + std::string(100'000, 'x') + "\"\ncopies: [";
  std::string copies = "*a";
  for (int i = 1; i < 10; ++i) copies += ", *a";
  EXPECT_EQ(tree_of(text + copies + "]\n").entries.at(1).value.items.size(), 10u);
  try {
    tree_of(text + copies + ", *a]\n");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "aliases stand for more than 1.0 MiB of text");
    EXPECT_EQ(error.where().line, 2u);
  }
}

}  // namespace
}  // namespace warpledger
