#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/pages/class_page.h"
#include "grading/score/graded_class_fixture.h"
#include "grading/score/rule_rates.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string page_of(const GradedClass& graded, bool in_folder) {
  return class_page(graded, {.format = Format::html, .width = {120}, .assets = {}}, in_folder);
}

TEST(RuleRates, CountVerdictsAndTheMeanOfWhatWasJudged) {
  const std::vector<RuleRate> rates = rule_rates(small_class());
  ASSERT_EQ(rates.size(), 3);
  EXPECT_EQ(rates[0].met, 2);
  EXPECT_EQ(rates[0].not_met, 1);
  EXPECT_NEAR(rates[0].mean_given, 40.0 / 3, 1e-9);
  EXPECT_EQ(rates[1].open, 1) << "carla's counters were refused";
  EXPECT_NEAR(rates[1].mean_given, 5, 1e-9);
}

TEST(RuleRates, LeaveOutWhoHandedInNothing) {
  GradedClass graded = small_class();
  graded.submissions[1].absent = true;
  EXPECT_EQ(rule_rates(graded)[0].judged(), 2);
}

TEST(Histogram, HasRoundRangesThatHoldEveryValue) {
  const Histogram points = histogram_of({0, 3, 40, 40, 36}, 0, 12);
  EXPECT_EQ(points.width, 5);
  EXPECT_THAT(points.counts, ElementsAre(2, 0, 0, 0, 0, 0, 0, 3));
  EXPECT_THAT(histogram_of({0, 0}, 0, 12).counts, ElementsAre(2));
  EXPECT_TRUE(histogram_of({}, 0, 12).counts.empty());
  EXPECT_EQ(histogram_figure(histogram_of({}, 0, 12), "a", "b"), "");
}

TEST(ClassHtml, HasPlotsRatesAndLinksBesideTheStudentsPages) {
  EXPECT_THAT(page_of(small_class(), true),
              AllOf(HasSubstr("Submissions by total"), HasSubstr("Submissions by ratio"), HasSubstr(">67</td>"),
                    HasSubstr("<a href=\"students/anna/index.html\">anna</a>"), HasSubstr("copies.html")));
  EXPECT_THAT(page_of(small_class(), false), AllOf(Not(HasSubstr("students/")), Not(HasSubstr("copies.html"))));
}

TEST(ClassHtml, ShowsAnyNameAsItIsAndLinksToIt) {
  GradedClass graded = small_class();
  graded.submissions[1].sheet.submission = "<b>x\" #1?%";
  EXPECT_THAT(page_of(graded, true), AllOf(Not(HasSubstr("<b>x")), HasSubstr("&lt;b&gt;x&quot; #1?%</a>"),
                                           HasSubstr("students/%3Cb%3Ex%22%20%231%3F%25/index.html")));
}

}  // namespace
}  // namespace warpledger
