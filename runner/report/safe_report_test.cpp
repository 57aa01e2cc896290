// Content of a ledger or page must not control the terminal or browser.
#include <gmock/gmock.h>

#include "base/text.h"
#include "report/draw.h"
#include "report/html_page.h"
#include "report/report_fixture.h"
#include "report/sheet.h"

using testing::HasSubstr;
using testing::Not;

namespace warpledger {
namespace {

/// An escape sequence, C1's CSI, a change of reading direction and a byte of Latin-1.
constexpr const char* kEvil =
    "\x1b]0;x\x07 \xc2\x9b"
    "2J \u202e \xe9";
constexpr const char* kShown = "\\x1b]0;x\\x07 \\u009b2J \\u202e \\xe9";

Table evil() { return {.columns = {kEvil, "n"}, .rows = {Row{std::string(kEvil), Cell{}}}}; }

std::string report(Format format) {
  const std::string page =
      "# Run {{run_info.name}}\n\nTurned: \u202e.\n\n```text\n\u202e\n```\n\n"
      "```sql text\n-- line: {{name}}\nSELECT name FROM note\n```\n\n"
      "```sql table\n-- each: name\n-- heading: {{name}}\nSELECT name, -- a \u202e\n why -- reason\nFROM point\n```\n"
      "{{glossary}}\n";
  const Table names{.columns = {"name"}, .rows = {Row{std::string(kEvil)}}};
  return render_report(page, "reports/x.md",
                       canned_query({{"FROM note", names},
                                     {"SELECT * FROM run_info", names},
                                     {"SELECT * FROM device", names},
                                     {"FROM run_info", names},
                                     {"FROM environment", evil()},
                                     {"FROM point", {{"name", "why"}, {Row{std::string(kEvil), std::string(kEvil)}}}}}),
                       {.format = format});
}

TEST(SafeTable, CellsAndHeadingsAreShownAsEscapes) {
  for (const Format format : {Format::text, Format::markdown, Format::html}) {
    const std::string text = render_table(evil(), format, {});
    EXPECT_EQ(printable(text), text);
  }
  EXPECT_THAT(render_table(evil(), Format::text, {}), HasSubstr(kShown));
}

TEST(SafeText, IsEscapedForHtmlAndMarkdownWithoutWhatSteers) {
  EXPECT_EQ(html_escaped("\x1b<b>"), "\\x1b&lt;b&gt;");
  EXPECT_EQ(markdown_escaped("\x1b<b>\u202e"), "\\\\x1b\\<b>\\\\u202e");
}

TEST(SafeText, IsMarkdownThatShowsItAsItIs) {
  EXPECT_EQ(markdown_escaped("_slanted_ __bold__"), "\\_slanted\\_ \\_\\_bold\\_\\_");
  EXPECT_EQ(markdown_escaped("bank_conflicts"), "bank_conflicts");
  EXPECT_EQ(markdown_escaped("a&amp;b ~~gone~~"), "a\\&amp;b \\~\\~gone\\~\\~");
}

TEST(SafeTable, CsvIsExact) {
  EXPECT_EQ(render_table(evil(), Format::csv, {}), std::string(kEvil) + ",n\n" + kEvil + ",\n");
}

TEST(SafeTable, CsvHasFormulasAsTheyAreStoredAndASpreadsheetsFileBehindAnApostrophe) {
  const Table table{.columns = {"=name", "n"},
                    .rows = {Row{std::string("=HYPERLINK(\"x\")"), -5.0}, Row{std::string("@a"), {}}}};
  EXPECT_EQ(render_table(table, Format::csv, {}), "=name,n\n\"=HYPERLINK(\"\"x\"\")\",-5\n@a,\n");
  EXPECT_EQ(render_spreadsheet(table), "'=name,n\n\"'=HYPERLINK(\"\"x\"\")\",-5\n'@a,\n");
}

TEST(SafeTable, MarkdownHoldsNoHtmlAndNoLink) {
  const Table table{.columns = {"note"}, .rows = {Row{std::string("<script>alert(1)</script> [a](http://b)")}}};
  EXPECT_THAT(render_table(table, Format::markdown, {}),
              HasSubstr("| \\<script>alert(1)\\</script> [a]\\(http://b) |"));
}

TEST(SafeReport, NothingOfItSteersATerminal) {
  for (const Format format : {Format::text, Format::markdown, Format::html})
    EXPECT_EQ(printable(report(format)), report(format));
  EXPECT_THAT(report(Format::text), HasSubstr(std::string("Run ") + kShown + "\n"));
}

std::string refusal_of(const std::string& page) {
  try {
    return render_report(page, "reports/x.md", canned_query({}), {});
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(SafeReport, APageThatIsNotUtf8IsRefusedAtTheByte) {
  EXPECT_EQ(refusal_of("# Title\nDas gro\xdf"
                       "e\n"),
            "reports/x.md:2:8: byte 0xdf is not UTF-8\n"
            "  Das gro\\xdfe\n"
            "         ^\n"
            "hint: save the file as UTF-8");
}

TEST(SafeReport, APageWithAControlCharacterIsRefused) {
  EXPECT_THAT(refusal_of("µ\x1b[2J\n"), HasSubstr("reports/x.md:1:3: control character 0x1b\n  µ\\x1b[2J\n   ^\n"));
  EXPECT_THAT(refusal_of("a\rb\n"), HasSubstr("control character 0x0d"));
  EXPECT_EQ(refusal_of("tab\there\r\n"), "tab\there\n");
}

}  // namespace
}  // namespace warpledger
