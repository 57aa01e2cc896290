#include "base/sql_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpledger {
namespace {

TEST(SqlText, LosesItsCommentsOnly) {
  EXPECT_EQ(without_comments("SELECT a -- with 'b'\n, '--' /* x */ AS \"/*\" FROM [c--d]"),
            "SELECT a  , '--'   AS \"/*\" FROM [c--d]");
  EXPECT_EQ(without_comments("a /* never closed"), "a  ");
}

TEST(SqlLine, IsCodeANameAndAComment) {
  const SqlLine line = read_sql_line("  p.id AS point,  -- of the ledger ");
  EXPECT_EQ(line.code, "p.id AS point,");
  EXPECT_EQ(line.name, "point");
  EXPECT_EQ(line.comment, "of the ledger");
}

TEST(SqlLine, DashesWithinQuotesBeginNoComment) {
  const SqlLine line = read_sql_line("printf('--%s') AS \"a -- \"\"b\"\"\"--c");
  EXPECT_EQ(line.name, "a -- \"b\"");
  EXPECT_EQ(line.comment, "c");
}

TEST(SqlLine, EndsWithNoNameAfterAnOperatorOrAText) {
  EXPECT_EQ(read_sql_line("max(a)").name, "");
  EXPECT_EQ(read_sql_line("a || 'b'").name, "");
  EXPECT_EQ(read_sql_line("-- only this").name, "");
}

TEST(SqlLine, AnOpenQuoteEndsWithTheLine) { EXPECT_EQ(read_sql_line("a AS \"b -- c").name, "b -- c"); }

TEST(StrayParenthesis, IsOneThatClosesNothing) {
  EXPECT_EQ(stray_parenthesis("a < 1) OR (1 = 1"), 5U);
  EXPECT_EQ(stray_parenthesis("(a)) OR ("), 3U);
  EXPECT_EQ(stray_parenthesis("a < 1 /*/ ( /* */ ) OR (1 = 1"), 18U);
  EXPECT_FALSE(stray_parenthesis("a < 1 /*/ ) */"));
  for (const char* sql : {"", "(a) OR (b)", "a = ')'", "a = 'it''s )'", "\")\" = 1", "[)] = `)`", "a /* ) */ -- )",
                          "a /*)", "a = ')", "a -- )\n > (1)"})
    EXPECT_FALSE(stray_parenthesis(sql)) << sql;
  EXPECT_EQ(stray_parenthesis("a -- (\n)"), 7U);
}

std::vector<std::string> texts_of(std::string_view sql) {
  std::vector<std::string> texts;
  for (const SqlToken& token : sql_tokens(sql)) texts.push_back(token.text);
  return texts;
}

TEST(SqlTokens, AreWordsNamesTextsNumbersAndSymbolsWithoutComments) {
  EXPECT_EQ(texts_of("Kernel<>'it''s' /* a < b */ AND\t\"A \"\"b\">=1.5e-3-- c\n||[x y]"),
            (std::vector<std::string>{"kernel", "<>", "it's", "and", "A \"b", ">=", "1.5e-3", "||", "x y"}));
  EXPECT_EQ(texts_of("0x1e-1 .5 p.n`q`"), (std::vector<std::string>{"0x1e", "-", "1", ".5", "p", ".", "n", "q"}));
  EXPECT_EQ(texts_of("a = 'open"), (std::vector<std::string>{"a", "=", "open"}));
  EXPECT_EQ(texts_of("a = [open"), (std::vector<std::string>{"a", "=", "open"}));
  EXPECT_EQ(texts_of("a /* open"), (std::vector<std::string>{"a"}));
  EXPECT_TRUE(texts_of("").empty());
}

}  // namespace
}  // namespace warpledger
