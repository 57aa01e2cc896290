#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "report/legend.h"
#include "report/report_fixture.h"

using testing::ElementsAre;

namespace warpledger {
namespace {

Table glossary_of(const std::string& sql, const std::vector<std::string>& columns) {
  const Page page("```sql table\n" + sql + "\n```\n", "reports/x.md");
  Glossary glossary;
  glossary.add(column_meanings(page, std::get<SqlBlock>(page.parts()[0]), {columns, {}}));
  return glossary.table();
}

std::string message_of(const std::string& sql, const std::vector<std::string>& columns) {
  try {
    glossary_of(sql, columns);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Row entry(const std::string& title, const std::string& meaning) { return {title, meaning}; }

TEST(Glossary, TakesTheCommentAfterAColumn) {
  const Table table = glossary_of(
      "SELECT p.warps,            -- warps of a block\n"
      "       1e6 * t AS \"t/µs\",  -- time, µs\n"
      "       printf('--%s', \"a\"\"b\") AS \"L2-Cache | N*R\"-- bytes read\n"
      "FROM point -- all of them",
      {"warps", "t/µs", "L2-Cache | N*R"});
  EXPECT_THAT(table.rows, ElementsAre(entry("warps", "warps of a block"), entry("t/µs", "time, µs"),
                                      entry("L2-Cache N*R", "bytes read")));
}

TEST(Glossary, AnExpressionMaySpanLines) {
  const Table table = glossary_of("SELECT bar('+', a,  -- not this\n       '*', b)\n  AS \"=== Util: L2** \" -- busy\n",
                                  {"=== Util: L2** "});
  EXPECT_THAT(table.rows, ElementsAre(entry("Util: L2**", "busy")));
}

TEST(Glossary, SaysTheSameThingOnce) {
  Glossary glossary;
  glossary.add({{"wp", "warps of a block"}, {"n", "vectors"}});
  glossary.add({{"wp", "warps of a block"}, {"n", "points"}});
  EXPECT_THAT(glossary.table().rows,
              ElementsAre(entry("wp", "warps of a block"), entry("n", "vectors"), entry("n", "points")));
}

TEST(Glossary, AColumnWithoutMeaningIsRefused) {
  EXPECT_EQ(message_of("SELECT a AS \"wp\",\n       b AS \"µ t\"", {"µ t"}),
            "reports/x.md:3:14: column 'µ t' has no meaning\n"
            "         b AS \"µ t\"\n"
            "               ^\n"
            "hint: end its line with a comment that says what it is and in which unit: ... AS \"µ t\",  -- MEANING");
}

TEST(Glossary, AColumnThatTheSqlDoesNotNameIsRefusedAtTheFence) {
  EXPECT_EQ(message_of("SELECT * FROM point -- everything", {"wp"}),
            "reports/x.md:1:1: column 'wp' has no meaning\n"
            "  ```sql table\n"
            "  ^\n"
            "hint: end its line with a comment that says what it is and in which unit: ... AS \"wp\",  -- MEANING");
}

TEST(Glossary, TheCommentOfALineWithTwoColumnsIsTheLastOnes) {
  EXPECT_THAT(message_of("SELECT a, b -- both", {"a"}), testing::HasSubstr("column 'a' has no meaning"));
}

}  // namespace
}  // namespace warpledger
