#include "grading/pages/class_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/text_width.h"
#include "grading/score/graded_class_fixture.h"
#include "report/prose.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string page(const GradedClass& graded, Format format) {
  return class_page(graded, {.format = format, .width = {120}, .assets = {"", "", {}}});
}

TEST(ClassPage, ShowsPointsRatiosRanksAndFlagsOnATerminal) {
  EXPECT_EQ(page(small_class(), Format::text), R"(Grades of norm
==============

Normalise vectors.

3 submissions, 1 with open points, 1 with flags.

Session 5e55 on NVIDIA H200; its last run began 2024-03-02T10:00:00.000Z. Secret seeds: 17, 4711.

           Problem 1                                       -interval--
submission     of 40 adjustments total of open why 0 ratio  from    to rank flags
anna              40          -4    36 40    - -     0.900 0.850 0.950 1=
ben                0           -     0 40    - wrong     -     -     - -    [1]
carla             30           -    30 40   10 -     0.920 0.870 0.970 1=

- adjustments: points that a person added or deducted
- open: points of rules that cannot be judged yet; the submission's page has the reason, and the total may grow
- why 0: what keeps a submission without points from having any; its page has the first such point
- ratio: the time relative to the reference's, with its interval
- rank: 1 is the fastest; = marks a tie; a submission with flags has no rank until a person has looked

Flags for a person to look at
-----------------------------

- [1] ben: the source of norm_group is the same as that of carla, ignoring comments and white space
)");
}

TEST(ClassPage, IsOnlyTheTableInCsv) {
  EXPECT_EQ(page(small_class(), Format::csv),
            "submission,Problem 1 of 40,adjustments,total,of,open,why 0,ratio,interval from,interval to,rank,flags\n"
            "anna,40,-4,36,40,,,0.9,0.85,0.95,1=,\n"
            "ben,0,,0,40,,wrong,,,,,[1]\n"
            "carla,30,,30,40,10,,0.92,0.87,0.97,1=,\n");
}

TEST(ClassPage, HasNoColumnsForRatiosThatNoRuleLooksAt) {
  GradedClass graded = small_class();
  std::vector<GradingRule>& rules = graded.grading.problems.at(0).rules;
  rules.erase(rules.begin() + 1, rules.end());
  for (GradedSubmission& one : graded.submissions) one.sheet.problems[0].rules.resize(1);
  EXPECT_THAT(page(graded, Format::csv),
              StartsWith("submission,Problem 1 of 40,adjustments,total,of,open,why 0,flags\n"));
  EXPECT_THAT(page(graded, Format::text), Not(HasSubstr("- ratio:")));
}

TEST(ClassPage, SaysThatRatiosHoldForThisNightWhereTheNoiseOfTheDeviceIsNotKnown) {
  GradedClass graded = small_class();
  graded.noise_known = false;
  EXPECT_THAT(
      page(graded, Format::markdown),
      HasSubstr("with its interval; another session's may be outside, because the device's noise is not measured: "
                "warpledger noise\n"));
}

TEST(ClassPage, ShowsItsTableInMarkdown) {
  EXPECT_THAT(page(small_class(), Format::markdown),
              HasSubstr("| carla | 30 | - | 30 | 40 | 10 | - | 0.920 | 0.870 | 0.970 | 1= |  |\n\n- **adjustments**"));
}

TEST(ClassPage, IsOneHtmlFileThatShowsNamesAsTheyAre) {
  GradedClass graded = small_class();
  graded.submissions[1].sheet.submission = "<script>";
  const std::string html = page(graded, Format::html);
  EXPECT_THAT(html, HasSubstr("<title>Grades of norm</title>"));
  EXPECT_THAT(html, HasSubstr(">&lt;script&gt;</td>"));
  EXPECT_THAT(
      html,
      HasSubstr("<li><strong>[1] &lt;script&gt;</strong>: the source of norm_group is the same as that of carla,"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\" data-value=\"36\">36</td>"));
}

TEST(ClassPage, ListsTheFilesThatWerePassedOver) {
  GradedClass graded = small_class();
  graded.passed_over = {{"erik.zip", "an archive"}, {"fred.cpp", "not a .cu file"}};
  const std::string text = page(graded, Format::text);
  EXPECT_THAT(text, HasSubstr("1 with flags; 2 files were passed over."));
  EXPECT_THAT(text, HasSubstr("passed over\n---------------------------\n\n- erik.zip: an archive\n- fred.cpp: not"));
}

TEST(ClassPage, IsMarkdownInWhichNoNameIsALink) {
  for (const char* name : {"[a](http://b)", "![a](http://b)", "[a][b]", "<http://b>", "**a**", "`a`", "a|b"}) {
    GradedClass graded = small_class();
    graded.submissions[1].sheet.submission = name;
    graded.passed_over = {{name, "an archive"}};
    const std::string html = html_of_prose(page(graded, Format::markdown));
    EXPECT_THAT(html, Not(HasSubstr("<a "))) << name;
    EXPECT_THAT(html, Not(HasSubstr("<img"))) << name;
    EXPECT_THAT(html, Not(HasSubstr("<code>"))) << name;
  }
}

TEST(ClassPage, HasNoRanksWhereNoRuleRanks) {
  GradedClass graded = small_class();
  graded.grading.problems[0].rules[2].judged = RatioRule{};
  const std::string text = page(graded, Format::text);
  EXPECT_THAT(text, Not(HasSubstr("rank")));
  EXPECT_THAT(text, HasSubstr("0.900"));
}

TEST(ClassPage, KeepsTheRankOfAFlaggedSubmissionToItselfUntilSomeoneHasLooked) {
  GradedClass graded = small_class();
  graded.submissions[0].flags = {{.kind = FlagKind::starter_source}, same_source_as("dora")};
  const std::string csv = page(graded, Format::csv);
  EXPECT_THAT(csv, HasSubstr("0.95,,[1] [2]"));
  EXPECT_THAT(csv, HasSubstr(",[3]"));
}

TEST(ClassPage, IsNoWiderThanItsTerminal) {
  for (const int columns : {10, 40, 60, 80}) {
    std::istringstream page(class_page(small_class(), {.format = Format::text, .width = {columns, true}}));
    for (std::string line; std::getline(page, line);) EXPECT_LE(display_width(line), columns) << line;
  }
}

TEST(ClassPage, SaysWhichOfSeveralDevicesGradedASubmission) {
  GradedClass graded = small_class();
  EXPECT_THAT(page(graded, Format::csv), Not(HasSubstr("device")));
  for (GradedSubmission& one : graded.submissions) one.device.mark = "GPU-3f2a9c1d";
  EXPECT_THAT(page(graded, Format::text), HasSubstr("1=   GPU-3f2a9c1d\n"));
  EXPECT_THAT(page(graded, Format::text), HasSubstr("- device: that timed the submission"));
}

}  // namespace
}  // namespace warpledger
