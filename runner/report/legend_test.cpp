#include "report/legend.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/draw.h"
#include "report/report.h"
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

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// N*R and N*W are modelled.
Table marked_table() {
  return {.columns = {"wp", "L2 | N*R", "L2 | N*W"},
          .rows = {Row{std::int64_t{1}, encode_number("%.1f", 1.25), encode_number("%.1f", 8)},
                   Row{std::int64_t{32}, encode_number("%.1f", 10.5), encode_number("%.1f", 2)},
                   Row{std::int64_t{64}, encode_number("%.1f", 3), Cell{}}},
          .modelled = {false, true, true},
          .reads_modelled = {"point.l2_read_norm", "point.l2_write_norm"}};
}

TEST(Marks, StandBehindNumbersWithoutMovingTheirDigits) {
  EXPECT_EQ(render_table(marked_table(), Format::text, {80}),
            "   ----L2----\n"
            "wp   N*R  N*W\n"
            " 1  1.2~ 8.0~\n"
            "32 10.5~ 2.0~\n"
            "64  3.0~    -\n");
}

TEST(Marks, StandBehindNumbersInMarkdown) {
  EXPECT_THAT(render_table(marked_table(), Format::markdown, {80}),
              EndsWith("| 1 | 1.2~ | 8.0~ |\n| 32 | 10.5~ | 2.0~ |\n| 64 | 3.0~ | - |\n"));
}

TEST(Marks, AreInTheHeadingInCsv) {
  EXPECT_EQ(render_table(marked_table(), Format::csv, {80}), "wp,L2 N*R~,L2 N*W~\n1,1.25,8\n32,10.5,2\n64,3,\n");
}

TEST(Marks, StandInFrontOfABar) {
  const Table table{.columns = {"wp", "=== Util: L1** "},
                    .rows = {Row{std::int64_t{1}, encode_bar(std::vector<BarPart>{{'*', 0.5}})},
                             Row{std::int64_t{2}, encode_bar(std::vector<BarPart>{{'*', 1}})}},
                    .modelled = {false, true}};
  EXPECT_EQ(render_table(table, Format::text, {24}),
            "wp === Util: L1** =====\n"
            " 1 ~**********\n"
            " 2 ~*******************\n");
  EXPECT_THAT(render_table(table, Format::markdown, {24}), HasSubstr("| 1 | ~`*"));
}

/// Renders a page with that block; `answer` is its query's result.
std::string page(const std::string& block, const Table& answer, Format format = Format::text) {
  const Query query = canned_query(
      {{"FROM model_used", {{"model_version", "profile"}, {Row{std::string("1.0"), std::string("0123456789abcdef")}}}},
       {"FROM point", answer}});
  return render_report("```sql " + block + "```\n\n{{glossary}}\n", "reports/x.md", query, {.format = format});
}

constexpr const char* kTable =
    "table\nSELECT wp,  -- warps\n"
    "  n AS \"L2 | N*R\",  -- reads\n"
    "  m AS \"L2 | N*W\"   -- writes\nFROM point\n";

TEST(Legend, SaysBelowATableWhatItsMarksMeanAndWhoseTheyAre) {
  EXPECT_THAT(page(kTable, marked_table()),
              HasSubstr("64  3.0~    -\n"
                        "\n"
                        "~ modelled, or derived from modelled l2_read_norm, l2_write_norm\n"
                        "Modelled by memory model 1.0, profile 0123456789ab.\n"
                        "\n"
                        "column"));
  EXPECT_THAT(page(kTable, marked_table(), Format::markdown),
              HasSubstr("| 64 | 3.0~ | - |\n\n- `~` modelled, or derived from modelled "));
}

TEST(Legend, IsOfModelledColumnsOnly) {
  Table table = marked_table();
  table.modelled.clear();
  EXPECT_THAT(page(kTable, table), Not(HasSubstr("odelled")));
}

TEST(Marks, StandInHeadingsAndLines) {
  const Table table{.columns = {"n"}, .rows = {Row{encode_number("%.1f", 2.5)}}, .modelled = {true}};
  EXPECT_THAT(page("text\n-- line: N*R is {{n}}.\nSELECT n FROM point\n", table),
              HasSubstr("N*R is 2.5~.\n\n~ modelled, not measured\n"));
  EXPECT_THAT(page("table\n-- heading: N*R {{n}}\nSELECT n  -- reads\nFROM point\n", table),
              HasSubstr("N*R 2.5~\n   n\n2.5~\n"));
}

}  // namespace
}  // namespace warpledger
