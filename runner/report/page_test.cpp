#include "report/page.h"

#include <gmock/gmock.h>

using testing::ElementsAre;

namespace warpledger {
namespace {

std::string message_of(const std::string& text) {
  try {
    const Page page(text, "reports/x.md");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Page, IsSplitIntoProseSqlAndOtherBlocks) {
  const Page page("# Title\n\n```sql table\nSELECT 1\n```\n```bash\nls\n```\n", "reports/x.md");
  ASSERT_EQ(page.parts().size(), 3);
  EXPECT_THAT(std::get<Prose>(page.parts()[0]).lines, ElementsAre("# Title", ""));
  EXPECT_EQ(std::get<SqlBlock>(page.parts()[1]).fence_line, 3);
  EXPECT_THAT(std::get<SqlBlock>(page.parts()[1]).lines, ElementsAre("SELECT 1"));
  EXPECT_THAT(std::get<Verbatim>(page.parts()[2]).lines, ElementsAre("```bash", "ls", "```"));
}

TEST(Page, ALongerFenceMayShowAShorterOne) {
  const Page page("````\n```sql plot\n```\n````\n", "reports/x.md");
  ASSERT_EQ(page.parts().size(), 1);
  EXPECT_EQ(std::get<Verbatim>(page.parts()[0]).lines.size(), 4);
}

TEST(Page, WindowsLineEndsAreAccepted) {
  const Page page("```sql text\r\nSELECT 1\r\n```\r\n", "reports/x.md");
  EXPECT_THAT(std::get<SqlBlock>(page.parts()[0]).lines, ElementsAre("SELECT 1"));
}

TEST(Page, AnOpenBlockIsRefused) {
  EXPECT_EQ(message_of("text\n```sql table\nSELECT 1\n"),
            "reports/x.md:2:1: this block is not closed\n"
            "  ```sql table\n"
            "  ^\n"
            "hint: end it with a line ```");
}

TEST(Page, AnUnknownKindOfSqlBlockIsRefused) {
  EXPECT_EQ(message_of("```sql heatmp\n```\n"),
            "reports/x.md:1:4: a block of SQL needs one kind, after ```sql\n"
            "  ```sql heatmp\n"
            "     ^\n"
            "hint: did you mean 'heatmap'? allowed: table, text, line, roofline, heatmap, samples, history");
  EXPECT_THAT(message_of("```sql\n```\n"), testing::HasSubstr("needs one kind"));
  EXPECT_THAT(message_of("```sql table wide\n```\n"), testing::HasSubstr("needs one kind"));
}

TEST(Placeholder, ALineIsSplitAtItsPlaceholders) {
  const Page page("θ {{ device.name }}, {{run_info.seed}}.", "reports/x.md");
  const Template line = split_at_placeholders(page, 1);
  ASSERT_EQ(line.placeholders.size(), 2);
  EXPECT_EQ(line.placeholders[0].name, "device.name");
  EXPECT_EQ(line.placeholders[0].where.column, 5);
  EXPECT_EQ(fill(line, [](const Placeholder& p) { return "<" + p.name + ">"; }), "θ <device.name>, <run_info.seed>.");
}

TEST(Placeholder, AnOpenPlaceholderIsRefused) {
  const Page page("Run {{run_info.run_uuid}", "reports/x.md");
  try {
    split_at_placeholders(page, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "reports/x.md:1:5: this placeholder is not closed\n"
                 "  Run {{run_info.run_uuid}\n"
                 "      ^\n"
                 "hint: end it with }}");
  }
}

}  // namespace
}  // namespace warpledger
