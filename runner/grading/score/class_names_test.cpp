#include "grading/score/class_names.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

const Pseudonyms kPseudonyms = {{"anna", "s-3"}, {"ben", "s-1"}, {"carla", "s-2"}};

TEST(Renamed, ReplacesNamesOfSubmissionsAndSortsThemAnew) {
  const GradedClass made = renamed(small_class(), kPseudonyms);
  ASSERT_EQ(made.submissions.size(), 3);
  EXPECT_EQ(made.submissions[0].sheet.submission, "s-1");
  EXPECT_EQ(made.submissions[0].flags.at(0).others, std::vector<std::string>{"s-2"});
  EXPECT_EQ(made.submissions[1].sheet.submission, "s-2");
  EXPECT_EQ(made.submissions[2].sheet.adjustments.at(0).submission, "s-3");
}

TEST(Renamed, LeavesOutTextsThatMayHoldAName) {
  GradedClass graded = small_class();
  graded.submissions[0].sheet.adjustments[0].reason = "worked with ben";
  CheckedPoint point{"a", Outcome::compile_failed, "ben.cu(3): error"};
  graded.submissions[1].sheet.problems[0].rules[0].finding = CorrectFinding{0, 1, point};
  const GradedClass made = renamed(graded, kPseudonyms);
  EXPECT_EQ(made.submissions[2].sheet.adjustments[0].reason, "");
  EXPECT_EQ(made.submissions[2].sheet.adjustments[0].author, "");
  const auto& rules = made.submissions[0].sheet.problems[0].rules;
  EXPECT_EQ(std::get<CorrectFinding>(rules[0].finding).first_wrong->reason, "");
  EXPECT_EQ(std::get<CorrectFinding>(rules[1].finding).first_wrong->reason, "y[3] <is> nan");
}

TEST(Renamed, RefusesASubmissionWithoutAPseudonym) { EXPECT_THROW(renamed(small_class(), {{"anna", "s-3"}}), Error); }

}  // namespace
}  // namespace warpledger
