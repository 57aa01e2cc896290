#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "report/report.h"

namespace warpledger {
namespace {

/// Answers a statement with one row; about every third one fails.
Query moody_query() {
  return [](const std::string& sql) -> Table {
    if (sql.size() % 3 == 0) throw Error({.line = sql.size() % 7, .column = sql.size() % 90}, "no", "");
    return {.columns = {"instance", "wp", "name"},
            .rows = {{std::string("f<4>"), Cell{}, std::string("\x1f%.1f\x1fx")}}};
  };
}

/// Replaces, removes or duplicates bytes of `text`, or inserts page syntax.
std::string mutated(std::string text, std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"```",
                                          "{{",
                                          "}}",
                                          "--",
                                          "\"",
                                          "'",
                                          " | ",
                                          ":",
                                          "\n",
                                          "\x1f",
                                          "```sql table\n",
                                          "-- each: wp\n",
                                          "```sql heatmap\n",
                                          "-- x: wp\n",
                                          "{{glossary}}\n",
                                          " when equal to "};
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  for (std::size_t edits = 1 + below(6); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(40));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(60)));
        break;
      default:
        text.insert(at, kPieces[below(std::size(kPieces))]);
    }
  }
  return text;
}

TEST(PageFuzz, ADamagedPageGivesAReportOrAnError) {
  const std::string page = read_file(WARPLEDGER_SOURCE_DIR "/runner/report/testdata/page.md");
  const Query query = moody_query();
  std::mt19937 random(1);  // reproducible
  int reports = 0;
  int errors = 0;
  for (int i = 0; i < 20000; ++i) {
    try {
      render_report(mutated(page, random), "x.md", query, {static_cast<Format>(i % 4), {i % 200 - 20, i % 3 == 0}});
      ++reports;
    } catch (const Error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 0);
  EXPECT_EQ(reports + errors, 20000);
}

TEST(PageFuzz, ScrapsOfSyntaxGiveAReportOrAnError) {
  constexpr std::string_view kScraps[] = {"```sql table\n",
                                          "```sql text\n",
                                          "```sql line\n-- x: wp\n-- y: instance\n",
                                          "```sql heatmap\n-- x: name\n-- y: instance\n-- value: wp\n",
                                          "```\n",
                                          "-- each: wp\n",
                                          "-- hide: wp\n",
                                          "-- heading: {{wp}} {{\n",
                                          "-- line: {{name}}\n",
                                          "SELECT wp -- x\n",
                                          "instance -- y\n",
                                          ", name -- z\n",
                                          "\n",
                                          "{{device.name}}\n",
                                          "{{glossary}}\n"};
  const Query query = moody_query();
  std::mt19937 random(2);
  int reports = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string page;
    for (std::size_t n = random() % 14; n > 0; --n) page += kScraps[random() % std::size(kScraps)];
    try {
      render_report(page, "x.md", query, {static_cast<Format>(i % 4), {80}});
      ++reports;
    } catch (const Error& error) {
      EXPECT_FALSE(error.problem().empty());
    }
  }
  EXPECT_GT(reports, 0);
}

}  // namespace
}  // namespace warpledger
