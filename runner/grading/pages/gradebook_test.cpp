#include "grading/pages/gradebook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/pages/class_page.h"
#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

TEST(Gradebook, HasALineASubmissionWithEmptyCellsForWhatThereIsNot) {
  EXPECT_EQ(gradebook_csv(small_class()),
            "submission,total,possible,Problem 1,adjustments,open_points,rank,ratio,flags\n"
            "anna,36,40,40,-4,0,1,0.9,\n"
            "ben,0,40,0,0,0,,,\"the source of norm_group is the same as that of carla, ignoring comments and white "
            "space\"\n"
            "carla,30,40,30,0,10,1,0.92,\n");
}

TEST(Gradebook, SaysWhichOfSeveralDevicesGradedASubmission) {
  GradedClass graded = small_class();
  graded.submissions = {anna(), carla()};
  graded.submissions[0].device.mark = "GPU-3f2a9c1d";
  EXPECT_EQ(gradebook_csv(graded),
            "submission,total,possible,Problem 1,adjustments,open_points,rank,ratio,flags,device\n"
            "anna,36,40,40,-4,0,1,0.9,,GPU-3f2a9c1d\n"
            "carla,30,40,30,0,10,1,0.92,,\n");
}

TEST(Gradebook, SaysOfWhichSubmissionAPercentageDoesNotCount) {
  GradedClass graded = small_class();
  graded.submissions = {anna(), carla()};
  graded.submissions[0].sheet.adjustments = {{.problem = "Coalesced", .points = {}, .percent = -100, .is_lost = true},
                                             {.problem = "Coalesced", .points = -4, .percent = {}, .is_lost = true}};
  EXPECT_EQ(gradebook_csv(graded),
            "submission,total,possible,Problem 1,adjustments,open_points,rank,ratio,flags,note\n"
            "anna,36,40,40,-4,0,1,0.9,,adjustment -100 % of Coalesced (not counted: there is no such problem)\n"
            "carla,30,40,30,0,10,1,0.92,,\n");
  EXPECT_THAT(class_page(graded, {.format = Format::csv}),
              HasSubstr(",adjustment -100 % of Coalesced (not counted: there is no such problem)\n"));
  graded.on_host = true;
  EXPECT_THAT(gradebook_csv(graded), HasSubstr(",\"checked, not graded; adjustment -100 % of Coalesced"));
}

TEST(Gradebook, QuotesWhatHoldsACommaOrAQuote) {
  GradedClass graded = small_class();
  graded.submissions = {ben()};
  graded.submissions[0].sheet.submission = "ben, the \"second\"";
  graded.submissions[0].flags = {{.kind = FlagKind::same_code, .others = {"\"x\""}, .instances = 1}};
  EXPECT_EQ(
      gradebook_csv(graded),
      "submission,total,possible,Problem 1,adjustments,open_points,rank,ratio,flags\n"
      R"("ben, the ""second""",0,40,0,0,0,,,"the machine code of the one longer instance is the same as that of ""x""")"
      "\n");
}

}  // namespace
}  // namespace warpledger
