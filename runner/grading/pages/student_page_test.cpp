#include "grading/pages/student_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

std::string page(const std::string& name, Format format, const std::string& tables = "",
                 const GradedClass& graded = small_class()) {
  return student_page(student_grade(graded, submission_named(graded, name)), tables,
                      {.format = format, .width = 80, .assets = {"", "", {}}});
}

TEST(StudentPage, SaysOfEachRuleWhatItAskedForGaveAndWhy) {
  EXPECT_EQ(page("anna", Format::text), R"(norm: anna
==========

Normalise vectors.

Total: 36 of 40 points, including -4 from adjustments.

Rank: 1 in a class of 3, tied with 1 more.

Problem 1: 40 of 40 points
--------------------------

- every point correct: met, 20 of 20 points: all 40 points are correct
- conflicts <= 0.1: met, 10 of 10 points: 40 of 40 points meet `conflicts <=
  0.1`
- rank in the class by the time relative to the reference's: met, 10 of 10
  points: rank 1 of 2, tied with 1 more: 0.900 times the reference's time (0.850
  to 0.950) at 6 points in 3 rounds

Adjustments
-----------

- -10 %: 2024-03-01, by ta: one day late

Graded on NVIDIA H200, 2024-03-02.
)");
}

TEST(StudentPage, ShowsOpenPointsAsSuch) {
  EXPECT_THAT(page("carla", Format::text),
              HasSubstr("Total: 30 of 40 points; 10 more are open, because they cannot be judged yet."));
}

TEST(StudentPage, HasNoRankWhileThereIsAFlag) {
  GradedClass graded = small_class();
  graded.submissions[0].flags = {same_source_as("ben")};
  EXPECT_THAT(page("anna", Format::text, "", graded), HasSubstr("Rank: none yet, in a class of 3."));
}

TEST(StudentPage, SaysThatASubmissionWasRefused) {
  GradedClass graded = small_class();
  EXPECT_THAT(page("ben", Format::text, "", graded), testing::Not(HasSubstr("refused")));
  graded.submissions[1].refused = true;
  EXPECT_THAT(page("ben", Format::text, "", graded), HasSubstr("This submission was refused before it ran"));
}

TEST(StudentPage, LeavesOutAnAuthorOfAnAdjustmentWhoIsNotKnown) {
  GradedClass graded = small_class();
  graded.submissions[0].sheet.adjustments[0].author.clear();
  EXPECT_THAT(page("anna", Format::text, "", graded), HasSubstr("- -10 %: 2024-03-01: one day late"));
}

TEST(StudentPage, IsMarkdownInWhichNothingOfTheSubmissionHasAMeaning) {
  EXPECT_THAT(
      page("ben", Format::markdown),
      HasSubstr("- **every point correct**: not met, 0 of 20 points: 2 of 40 points are not correct; the first: "
                "norm_group d_l=7: incorrect, y[3] \\<is> nan\n"));
}

TEST(StudentPage, ShowsACompilersLinesAsTheyAre) {
  GradedClass graded = small_class();
  graded.submissions[1].sheet.problems[0].rules[0].finding =
      CorrectFinding{0, 1, CheckedPoint{"a", Outcome::compile_failed, "norm.cu(3): <error>\n    x *= *y;\n    ^"}};
  EXPECT_THAT(page("ben", Format::text, "", graded),
              HasSubstr("norm.cu(3): <error>\n        x *= *y;\n        ^\n- conflicts"));
  EXPECT_THAT(page("ben", Format::markdown, "", graded),
              HasSubstr("norm.cu(3): \\<error>\n\n          x *= *y;\n          ^\n\n- **conf"));
  EXPECT_THAT(page("ben", Format::html, "", graded),
              HasSubstr("norm.cu(3): &lt;error&gt;<pre>    x *= *y;\n    ^</pre></li>"));
}

TEST(StudentPage, HasTheTablesOfItsRunBelow) {
  EXPECT_THAT(page("anna", Format::text, "TABLES\n"), EndsWith("Graded on NVIDIA H200, 2024-03-02.\n\nTABLES\n"));
  const std::string html = page("anna", Format::html, "<p>tables</p>\n");
  EXPECT_THAT(html, HasSubstr("<title>norm: anna</title>"));
  EXPECT_THAT(html, HasSubstr("<p>Graded on NVIDIA H200, 2024-03-02.</p>\n<p>tables</p>\n</main>"));
}

TEST(StudentPage, IsARowARuleInCsv) {
  EXPECT_EQ(page("anna", Format::csv),
            "problem,rule,verdict,given,possible,what decided\n"
            "Problem 1,every point correct,met,20,20,all 40 points are correct\n"
            "Problem 1,conflicts <= 0.1,met,10,10,40 of 40 points meet `conflicts <= 0.1`\n"
            "Problem 1,rank in the class by the time relative to the reference's,met,10,10,"
            "\"rank 1 of 2, tied with 1 more: 0.900 times the reference's time (0.850 to 0.950) at 6 points in 3 "
            "rounds\"\n");
}

}  // namespace
}  // namespace warpledger
