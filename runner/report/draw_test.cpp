#include "report/draw.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/report_fixture.h"

namespace warpledger {
namespace {

Table runs() {
  return {.columns = {"run", "t/µs", "state"},
          .rows = {Row{std::string("a|b"), encode_number("%.1f", 12.345), std::string("finished")},
                   Row{std::string("c"), Cell{}, std::string("say \"no\", twice")}}};
}

TEST(RenderTable, TextAlignsNumbersRightAndTextLeft) {
  EXPECT_EQ(render_table(runs(), Format::text, {80}),
            "run t/µs state\n"
            "a|b 12.3 finished\n"
            "c      - say \"no\", twice\n");
}

TEST(RenderTable, MarkdownEscapesWhatWouldBreakTheTable) {
  EXPECT_EQ(render_table(runs(), Format::markdown, {80}),
            "| run | t/µs | state |\n"
            "| --- | ---: | --- |\n"
            "| a\\|b | 12.3 | finished |\n"
            "| c | - | say \"no\", twice |\n");
}

TEST(RenderTable, HtmlHasNumbersInFullToSortBy) {
  EXPECT_EQ(render_table(runs(), Format::html, {80}),
            "<div class=\"scroll\"><table>\n"
            "<thead>\n"
            "<tr class=\"headings\"><th scope=\"col\">run</th><th scope=\"col\" class=\"number\">t/µs</th>"
            "<th scope=\"col\">state</th></tr>\n"
            "</thead>\n"
            "<tbody>\n"
            "<tr><td class=\"short\">a|b</td><td class=\"number\" data-value=\"12.345\">12.3</td><td "
            "class=\"short\">finished</td></tr>\n"
            "<tr><td class=\"short\">c</td><td class=\"number\">-</td><td class=\"short\">say &quot;no&quot;, "
            "twice</td></tr>\n"
            "</tbody>\n"
            "</table></div>\n");
}

TEST(RenderTable, CsvKeepsFullPrecisionAndLeavesNullEmpty) {
  EXPECT_EQ(render_table(runs(), Format::csv, {80}),
            "run,t/µs,state\n"
            "a|b,12.345,finished\n"
            "c,,\"say \"\"no\"\", twice\"\n");
}

TEST(RenderTable, CsvQuotesQuotesAndLineBreaks) {
  EXPECT_EQ(render_table({{"why"}, {Row{std::string("one\ntwo")}, Row{std::string("a \"b\"")}}}, Format::csv, {80}),
            "why\n\"one\ntwo\"\n\"a \"\"b\"\"\"\n");
}

TEST(RenderTable, MarkdownShowsTemplateArgumentsAsTheyAre) {
  EXPECT_EQ(render_table({{"N*R"}, {Row{std::string("f<4>\\`x`\nend")}}}, Format::markdown, {80}),
            "| N\\*R |\n| --- |\n| f\\<4>\\\\\\`x\\` end |\n");
}

TEST(RenderTable, GroupsSpanTheirColumns) {
  const Table table{.columns = {"wp", "L2-Cache | N*R", "L2-Cache | GB/s", "DRAM | GB/s", "bus | x"},
                    .rows = {Row{integer(1), integer(1000), integer(1136), integer(49), integer(2)}}};
  EXPECT_EQ(render_table(table, Format::text, {80}),
            "   L2-Cache- DRAM bus\n"
            "wp  N*R GB/s GB/s   x\n"
            " 1 1000 1136   49   2\n");
  EXPECT_EQ(render_table(table, Format::csv, {80}).substr(0, 45), "wp,L2-Cache N*R,L2-Cache GB/s,DRAM GB/s,bus x");
}

TEST(RenderTable, SpacesAroundANameWidenItInTextOnly) {
  const Table table{.columns = {"Insn |   %", " L1<->L2  | N-Rd"}, .rows = {Row{integer(15), integer(1014)}}};
  EXPECT_EQ(render_table(table, Format::text, {80}),
            "Insn  L1<->L2\n"
            "   %      N-Rd\n"
            "  15      1014\n");
  EXPECT_EQ(render_table(table, Format::csv, {80}), "Insn %,L1<->L2 N-Rd\n15,1014\n");
}

TEST(RenderTable, ABarTakesTheRestOfTheLine) {
  const Table table{.columns = {"wp", "=== Util: L2** "},
                    .rows = {Row{integer(1), encode_bar(std::vector<BarPart>{{'*', 0.5}})},
                             Row{integer(32), encode_bar(std::vector<BarPart>{{'*', 1.5}})}, Row{integer(64), Cell{}}}};
  EXPECT_EQ(render_table(table, Format::text, {24}),
            "wp === Util: L2** =====\n"
            " 1 **********\n"
            "32 *******************>\n"
            "64 n/a\n");
  EXPECT_EQ(render_table(table, Format::markdown, {24}),
            "| wp | Util: L2\\*\\* |\n| ---: | --- |\n| 1 | `*****************` |\n"
            "| 32 | `********************************>` |\n| 64 | n/a |\n");
  EXPECT_EQ(render_table(table, Format::csv, {24}), "wp,Util: L2**\n1,*0.500\n32,*1.500\n64,\n");
}

TEST(RenderTable, ABarHasFiveCharactersOnTheNarrowestTerminal) {
  const Table table{.columns = {"wp", "==="}, .rows = {Row{integer(1), encode_bar(std::vector<BarPart>{{'*', 1}})}}};
  EXPECT_EQ(render_table(table, Format::text, {0}), "wp =====\n 1 *****\n");
}

TEST(RenderTable, TextInTheLastColumnIsWrappedBesideTheOthers) {
  const Table table{.columns = {"n", "why"},
                    .rows = {Row{integer(7), std::string("buffer l_out differs\nat index 7")}}};
  EXPECT_EQ(render_table(table, Format::text, {24}), "n why\n7 buffer l_out differs\n  at index 7\n");
}

TEST(RenderTable, RowsOfNumbersAreNeverBroken) {
  const Table table{.columns = {"elements", "bytes"}, .rows = {Row{integer(4718592), integer(18874368)}}};
  EXPECT_EQ(render_table(table, Format::text, {10}), "elements    bytes\n 4718592 18874368\n");
}

TEST(RenderTable, WithoutRowsOnlyTheHeadingsStand) {
  EXPECT_EQ(render_table({{"run"}, {}}, Format::csv, {80}), "run\n");
  EXPECT_EQ(render_table({}, Format::text, {80}), "\n");
}

}  // namespace
}  // namespace warpledger
