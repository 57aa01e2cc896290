#include "report/table_block.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/report_fixture.h"

using testing::HasSubstr;

namespace warpledger {
namespace {

constexpr const char* kSelect =
    "SELECT instance,  -- kernel\n"
    "       d_l,       -- components\n"
    "       registers, -- registers\n"
    "       wp,        -- warps of a block\n"
    "       ac,        -- resident warps\n"
    "       t AS \"t/µs\"  -- time, µs\n"
    "FROM point\n";

Row point(const std::string& instance, double d_l, std::int64_t wp, std::int64_t ac, double time_us) {
  return {instance, d_l, std::int64_t{26}, wp, ac, encode_number("%.0f", time_us)};
}

Table points() {
  return {.columns = {"instance", "d_l", "registers", "wp", "ac", "t/µs"},
          .rows = {point("norm_base<4>", 4, 1, 1, 32.25), point("norm_base<4>", 4, 2, 2, 18.5),
                   point("norm_group<4,2>", 4, 1, 2, 95), point("norm_base<8>", 8, 1, 1, 1234)}};
}

std::string render(const std::string& options, const Table& table, Format format = Format::text) {
  const Page page("```sql table\n" + options + kSelect + "```\n", "reports/x.md");
  Glossary glossary;
  const Query query = canned_query({{"FROM point", table}});
  const TableBlock block = answered_table_block(page, std::get<SqlBlock>(page.parts()[0]), query);
  return render_table_block(block, {}, query, {.format = format}, glossary);
}

std::string message_about(const std::string& options) {
  try {
    return render(options, points());
  } catch (const Error& error) {
    return error.what();
  }
}

constexpr const char* kAllOptions =
    "-- each: instance, d_l\n"
    "-- heading: Kernel ({{instance}}).  Uses {{registers}} registers.  d_l {{d_l}}\n"
    "-- hide: registers\n"
    "-- hide: ac when equal to wp\n";

TEST(TableBlock, ANewTableBeginsWhereverAnEachColumnChanges) {
  EXPECT_EQ(render(kAllOptions, points()),
            "Kernel (norm_base<4>).  Uses 26 registers.  d_l 4\n"
            "wp t/µs\n"
            " 1   32\n"
            " 2   18\n"
            "\n"
            "Kernel (norm_group<4,2>).  Uses 26 registers.  d_l 4\n"
            "wp ac t/µs\n"
            " 1  2   95\n"
            "\n"
            "Kernel (norm_base<8>).  Uses 26 registers.  d_l 8\n"
            "wp t/µs\n"
            " 1 1234\n");
}

TEST(TableBlock, InMarkdownEachTableHasAHeading) {
  EXPECT_THAT(render(kAllOptions, points(), Format::markdown),
              HasSubstr("### Kernel (norm_group\\<4,2>).  Uses 26 registers.  d_l 4\n"
                        "\n"
                        "| wp | ac | t/µs |\n"
                        "| ---: | ---: | ---: |\n"
                        "| 1 | 2 | 95 |\n"));
}

TEST(TableBlock, InCsvItIsOneTableThatBeginsWithTheHeadingsColumns) {
  EXPECT_EQ(render("-- hide: registers, d_l\n-- each: instance\n", points(), Format::csv),
            "instance,registers,d_l,wp,ac,t/µs\n"
            "norm_base<4>,26,4,1,1,32.25\n"
            "norm_base<4>,26,4,2,2,18.5\n"
            "\"norm_group<4,2>\",26,4,1,2,95\n"
            "norm_base<8>,26,8,1,1,1234\n");
}

TEST(TableBlock, AColumnWithAnAbsentCellIsNotEqual) {
  Table table{.columns = points().columns, .rows = {points().rows[0]}};
  table.rows[0][4] = Cell{};
  EXPECT_THAT(render(kAllOptions, table), HasSubstr("wp ac t/µs\n 1  -   32\n"));
}

TEST(TableBlock, AnAbsentNumberInAHeadingIsNotAvailable) {
  Table table{.columns = points().columns, .rows = {points().rows[0]}};
  table.rows[0][2] = Cell{};
  EXPECT_THAT(render(kAllOptions, table), HasSubstr("Uses n/a registers."));
}

TEST(TableBlock, AnEmptyAnswerSaysSo) {
  EXPECT_EQ(render(kAllOptions, {points().columns, {}}), "(no rows)\n");
  EXPECT_EQ(render("", {points().columns, {}}, Format::csv), "instance,d_l,registers,wp,ac,t/µs\n");
}

TEST(TableBlock, AnEmptyAnswerIsLeftOutOnRequest) {
  EXPECT_EQ(render("-- unless empty\n", {points().columns, {}}), "");
  EXPECT_NE(render("-- unless empty\n", points()), "");
}

TEST(TableBlock, AnUnknownOptionIsRefused) {
  EXPECT_EQ(message_about("-- eech: instance\n"),
            "reports/x.md:2:4: unknown option 'eech'\n"
            "  -- eech: instance\n"
            "     ^\n"
            "hint: did you mean 'each'? allowed: each, heading, hide, unless empty, keep empty");
}

TEST(TableBlock, AnOptionThatIsGivenTwiceIsRefused) {
  EXPECT_EQ(message_about("-- each: wp\n\n-- each: ac\n"),
            "reports/x.md:4:4: option 'each' is given twice\n"
            "  -- each: ac\n"
            "     ^\n"
            "hint: keep one of them");
}

TEST(TableBlock, AnOptionWithoutItsValueIsRefused) {
  EXPECT_EQ(message_about("-- each\n"),
            "reports/x.md:2:4: option 'each' needs a value\n"
            "  -- each\n"
            "     ^\n"
            "hint: write -- each: VALUE");
  EXPECT_THAT(message_about("-- unless empty: yes\n"), HasSubstr("option 'unless empty' takes no value"));
}

TEST(TableBlock, AnOptionThatNamesNoColumnIsRefused) {
  EXPECT_THAT(message_about("-- each: instance,\n"), HasSubstr("this block's query has no column ''"));
  EXPECT_EQ(message_about("-- each: instnce\n"),
            "reports/x.md:2:10: this block's query has no column 'instnce'\n"
            "  -- each: instnce\n"
            "           ^\n"
            "hint: did you mean 'instance'? allowed: instance, d_l, registers, wp, ac, t/µs");
  EXPECT_THAT(message_about("-- hide: ac when equal to warps\n"), HasSubstr("no column 'warps'"));
  EXPECT_THAT(message_about("-- heading: Kernel {{kernel}}\n"),
              HasSubstr("reports/x.md:2:22: this block's query has no column 'kernel'"));
}

}  // namespace
}  // namespace warpledger
