#include "report/report.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/table.h"
#include "report/report_fixture.h"

namespace warpledger {
namespace {

Query ledger() {
  const Table points{.columns = {"instance", "wp", "t/µs", "L2-Cache | N*R", "=== Util: L2** "},
                     .rows = {Row{std::string("f<1,2>"), std::int64_t{1}, number("%.1f", 20.04), number("%.1f", 1.03),
                                  encode_bar(std::vector<BarPart>{{'*', 0.25}, {'+', 0.1}})},
                              Row{std::string("f<1,2>"), std::int64_t{32}, number("%.1f", 7.25), Cell{},
                                  encode_bar(std::vector<BarPart>{{'*', 1.2}, {'+', 0.3}})},
                              Row{std::string("g|h"), std::int64_t{1}, Cell{}, Cell{}, Cell{}}}};
  const Table reasons{.columns = {"metric", "why"}, .rows = {Row{std::string("l2_read_bytes"), std::string("host")}}};
  return canned_query({{"FROM point", points},
                       {"FROM metric_reason", reasons},
                       {"FROM nothing", {{"note"}, {}}},
                       {"FROM device", {{"name", "l2_bytes"}, {Row{std::string("GPU <X>"), Cell{}}}}},
                       {"FROM run_info", {{"run_uuid"}, {Row{std::string("0f3c")}}}}});
}

std::string message_of(const std::string& page, const Query& query) {
  try {
    return render_report(page, "reports/x.md", query, {});
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Report, APageGivesTheExpectedText) {
  EXPECT_EQ(render_report(testdata("page.md"), "page.md", ledger(), {Format::text, {60}}),
            testdata("page.expected.txt"));
}

TEST(Report, APageGivesTheExpectedMarkdown) {
  EXPECT_EQ(render_report(testdata("page.md"), "page.md", ledger(), {Format::markdown, {60}}),
            testdata("page.expected.md"));
}

TEST(Report, APageGivesTheExpectedCsv) {
  EXPECT_EQ(render_report(testdata("page.md"), "page.md", ledger(), {Format::csv, {60}}),
            testdata("page.expected.csv"));
}

TEST(Report, ACaveatIsBelowTheTitleOrAtTheEndOfAPageWithoutOne) {
  const auto page = [](const std::string& text, Format format) {
    return render_report(text, "x.md", ledger(), {.format = format, .caveat = "2 of 6 points are here"});
  };
  EXPECT_EQ(page("# Title\n\nText.\n", Format::text), "Title\n=====\n\n2 of 6 points are here.\n\nText.\n");
  EXPECT_EQ(page("# Title\n\nText.\n", Format::markdown), "# Title\n\n2 of 6 points are here.\n\nText.\n");
  EXPECT_EQ(page("Text.\n", Format::text), "Text.\n\n2 of 6 points are here.\n");
}

TEST(Report, AnUnknownPlaceholderIsRefusedWithTheNamesThatExist) {
  EXPECT_EQ(
      message_of("# Report\nRun {{run_info.run_uid}}.\n", ledger()),
      "reports/x.md:2:7: unknown placeholder 'run_info.run_uid'\n"
      "  Run {{run_info.run_uid}}.\n"
      "        ^\n"
      "hint: did you mean 'run_info.run_uuid'? allowed: glossary, device.l2_bytes, device.name, run_info.run_uuid");
}

TEST(Report, APlaceholderWithoutARunIsRefused) {
  const Query empty = canned_query({{"FROM device", {{"name"}, {}}}});
  EXPECT_EQ(message_of("{{device.name}}\n", empty),
            "reports/x.md:1:3: the view 'device' has 0 rows where a placeholder needs one\n"
            "  {{device.name}}\n"
            "    ^\n"
            "hint: select one run of a ledger that has one");
}

TEST(Report, AFailingQueryIsReportedAtItsLineOfThePage) {
  const Query failing = [](const std::string&) -> Table {
    throw Error({.file = "query", .line = 2, .column = 6, .line_text = "FROM pint"}, "no such table: pint",
                "the views are: point, device");
  };
  EXPECT_EQ(message_of("text\n```sql table\nSELECT wp -- warps\nFROM pint\n```\n", failing),
            "reports/x.md:4:6: no such table: pint\n"
            "  FROM pint\n"
            "       ^\n"
            "hint: the views are: point, device");
}

TEST(Report, AFailingQueryWithoutALineIsReportedAtItsFence) {
  const Query failing = [](const std::string&) -> Table { throw Error("the ledger is locked", "wait"); };
  EXPECT_EQ(message_of("```sql text\n-- line: x\nSELECT 1\n```\n", failing),
            "reports/x.md:1: the ledger is locked\n"
            "  ```sql text\n"
            "hint: wait");
}

TEST(Report, APageThatLeavesItsColumnsUnexplainedIsRefused) {
  EXPECT_EQ(message_of("```sql table\nSELECT why -- reason\n, metric -- name\nFROM metric_reason\n```\n", ledger()),
            "reports/x.md: the page does not say what its columns mean\n"
            "hint: end it with a line {{glossary}}");
}

TEST(Report, ATableAfterTheGlossaryIsRefused) {
  EXPECT_EQ(message_of("{{glossary}}\n```sql table\nSELECT 1\n```\n", ledger()),
            "reports/x.md:2:1: this table comes after {{glossary}}\n"
            "  ```sql table\n"
            "  ^\n"
            "hint: move {{glossary}} after the last table");
}

TEST(Report, TheGlossaryNeedsALineOfItsOwn) {
  EXPECT_EQ(message_of("Columns: {{glossary}}\n", ledger()),
            "reports/x.md:1:12: the glossary shares its line with other text\n"
            "  Columns: {{glossary}}\n"
            "             ^\n"
            "hint: move {{glossary}} to a separate line");
}

TEST(Report, ABlockOfTextNeedsALine) {
  EXPECT_EQ(message_of("```sql text\nSELECT name FROM device\n```\n", ledger()),
            "reports/x.md:1:1: this block of text has no line\n"
            "  ```sql text\n"
            "  ^\n"
            "hint: begin it with -- line: TEXT, where {{COLUMN}} is a column of the query");
}

TEST(Report, ABlockOfTextNamesItsColumnsEvenWithoutRows) {
  EXPECT_EQ(message_of("```sql text\n-- line: {{nte}}\nSELECT note FROM nothing\n```\n", ledger()),
            "reports/x.md:2:12: this block's query has no column 'nte'\n"
            "  -- line: {{nte}}\n"
            "             ^\n"
            "hint: did you mean 'note'? allowed: note");
}

TEST(Report, OtherBlocksAreShownAsTheyAre) {
  EXPECT_EQ(message_of("```bash\necho {{x}}\n```\n", ledger()), "```bash\necho {{x}}\n```\n");
}

TEST(Report, APageWithoutTablesNeedsNoGlossary) { EXPECT_EQ(message_of("Hello.\n", ledger()), "Hello.\n"); }

}  // namespace
}  // namespace warpledger
