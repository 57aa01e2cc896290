#include <gmock/gmock.h>

#include <cstdint>

#include "model/table.h"
#include "report/report_fixture.h"
#include "report/table_block.h"

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace warpledger {
namespace {

constexpr const char* kPage =
    "```sql table\n"
    "SELECT wp,          -- warps of a block\n"
    "       t AS \"t/µs\",  -- time, µs\n"
    "       l2 AS \"L2 | GB/s\",  -- throughput\n"
    "       b AS \"=== Util: L2** \"  -- busy\n"
    "FROM point\n"
    "```\n";
constexpr const char* kGlossary = "\n{{glossary}}\n";

Table sparse_points(const Cell& time = {}) {
  return {.columns = {"wp", "t/µs", "L2 | GB/s", "=== Util: L2** "},
          .rows = {Row{integer(1), Cell{}, Cell{}, Cell{}}, Row{integer(2), time, Cell{}, Cell{}}}};
}

Query ledger(const Table& table) {
  const Table reasons{.columns = {"reason", "name"},
                      .rows = {Row{std::string("a host has no GPU times"), Cell{}},
                               Row{std::string("not permitted"), std::string("dram_bytes")},
                               Row{std::string("not permitted"), std::string("ffma")}}};
  return canned_query({{"FROM point", table},
                       {"FROM empty_reason", reasons},
                       {"FROM run_info", {{"about"}, {}}},
                       {"FROM environment", {{"environment", "during the run"}, {}}},
                       {"FROM nothing", {{"t/µs"}, {}}},
                       {"FROM other", {{"t/µs"}, {Row{integer(7)}}}}});
}

std::string page_of(const std::string& page, const Table& table, Format format = Format::text,
                    const std::function<void(const std::string&)>& tell = {}) {
  return render_report(page, "reports/x.md", ledger(table), {.format = format, .tell = tell});
}

std::string with_option(const std::string& option) {
  return std::string(kPage).insert(std::string_view("```sql table\n").size(), option);
}

TEST(EmptyColumns, AreLeftOutAndNamedOnceBesideWhatTheRunHasNot) {
  EXPECT_EQ(page_of(std::string(kPage) + kGlossary, sparse_points()),
            "wp\n"
            " 1\n"
            " 2\n"
            "\n"
            "Empty on this page and left out: t/µs, L2 GB/s, Util: L2**. Of this run: a host\n"
            "has no GPU times; no dram_bytes, ffma: not permitted.\n"
            "\n"
            "column meaning\n"
            "wp     warps of a block\n");
}

TEST(EmptyColumns, AreLeftOutOfMarkdownAndHtmlAlike) {
  const std::string markdown = page_of(std::string(kPage) + kGlossary, sparse_points(), Format::markdown);
  EXPECT_THAT(markdown, HasSubstr("| wp |\n| ---: |\n| 1 |\n| 2 |\n\nEmpty on this page and left out: t/µs, L2 GB/s, "
                                  "Util: L2\\*\\*. Of this run: a host"));
  const std::string html = page_of(std::string(kPage) + kGlossary, sparse_points(), Format::html);
  EXPECT_THAT(
      html,
      HasSubstr("<p class=\"note\">Empty on this page and left out: t/µs, L2 GB/s, Util: L2**. Of this run: a host"));
  EXPECT_THAT(html, Not(HasSubstr(">t/µs<")));
}

TEST(EmptyColumns, AreLeftOutOfCsvWhichIsToldElsewhere) {
  std::string told;
  EXPECT_EQ(page_of(std::string(kPage) + kGlossary, sparse_points(), Format::csv,
                    [&](const std::string& note) { told += note; }),
            "wp\n1\n2\n");
  EXPECT_THAT(told, HasSubstr("Empty on this page and left out: t/µs, L2 GB/s, Util: L2**. Of this run: a host"));
}

TEST(EmptyColumns, AreKeptWhereABlockAsksForThem) {
  const std::string page = page_of(with_option("-- keep empty\n") + kGlossary, sparse_points());
  EXPECT_THAT(page, HasSubstr("wp t/µs GB/s === Util: L2** ="));
  EXPECT_THAT(page, HasSubstr("\nL2 GB/s    throughput\n"));
  EXPECT_THAT(page, Not(HasSubstr("left out")));
}

TEST(EmptyColumns, OfOneTableStayWhereAnotherTableHasAValue) {
  const std::string other = "\n```sql table\nSELECT t AS \"t/µs\" -- time, µs\nFROM other\n```\n";
  const std::string page = page_of(kPage + other + kGlossary, sparse_points());
  EXPECT_THAT(
      page,
      HasSubstr("wp t/µs\n 1    -\n 2    -\n\nEmpty on this page and left out: L2 GB/s, Util: L2**. Of this run: "));
  EXPECT_THAT(page, HasSubstr("\nt/µs\n   7\n"));
}

TEST(EmptyColumns, AreNamedBelowTheFirstTableThatLacksThem) {
  const std::string page = page_of(std::string(kPage) + "\n" + kPage + kGlossary, sparse_points());
  EXPECT_EQ(page.find("left out"), page.rfind("left out"));
  EXPECT_LT(page.find("left out"), page.rfind("\nwp\n"));
}

TEST(EmptyColumns, OneValueKeepsAColumn) {
  EXPECT_THAT(page_of(std::string(kPage) + kGlossary, sparse_points(integer(5))),
              HasSubstr("wp t/µs\n 1    -\n 2    5\n"));
}

TEST(EmptyColumns, AnEmptyTextIsNoValue) {
  EXPECT_THAT(page_of(std::string(kPage) + kGlossary, sparse_points(std::string())), HasSubstr("left out: t/µs, "));
}

TEST(EmptyColumns, WhatATableIsAboutStays) {
  const std::string page = with_option("-- each: t/µs\n-- heading: L2 {{L2 | GB/s}}\n") + kGlossary;
  EXPECT_THAT(page_of(page, sparse_points()), HasSubstr("L2 n/a\n   -L2-\nwp GB/s\n 1    -\n"));
  EXPECT_EQ(page_of(page, sparse_points(), Format::csv), "t/µs,wp,L2 GB/s\n,1,\n,2,\n");
}

TEST(EmptyColumns, ATableOfNothingElseSaysSo) {
  const std::string only = "```sql table\nSELECT t AS \"t/µs\" -- time, µs\nFROM point\n```\n";
  const Table nothing{.columns = {"t/µs"}, .rows = {Row{Cell{}}, Row{Cell{}}}};
  EXPECT_THAT(page_of(only + kGlossary, nothing),
              testing::StartsWith("(no values)\n\nEmpty on this page and left out: t/µs"));
  EXPECT_THAT(page_of(only + kGlossary, nothing, Format::html),
              HasSubstr("<p>(no values)</p>\n<p class=\"note\">Empty"));
  EXPECT_EQ(page_of(only + kGlossary, nothing, Format::csv), "");
}

TEST(EmptyColumns, ATableWithoutRowsHasNoneToLeaveOut) {
  const std::string only = "```sql table\nSELECT t AS \"t/µs\" -- time, µs\nFROM nothing\n```\n";
  EXPECT_EQ(page_of(only + kGlossary, {}), "(no rows)\n\ncolumn meaning\nt/µs   time, µs\n");
  EXPECT_EQ(page_of(only + kGlossary, {}, Format::csv), "t/µs\n");
}

TEST(EmptyColumns, WithoutAKnownReasonTheyAreJustNamed) {
  const Query query = canned_query({{"FROM point", sparse_points()}, {"FROM empty_reason", {{"reason", "name"}, {}}}});
  EXPECT_THAT(render_report(std::string(kPage) + kGlossary, "x", query, {}),
              HasSubstr("\nEmpty on this page and left out: t/µs, L2 GB/s, Util: L2**.\n"));
}

}  // namespace
}  // namespace warpledger
