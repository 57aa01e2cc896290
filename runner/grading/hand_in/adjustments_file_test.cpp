#include "grading/hand_in/adjustments_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class AdjustmentsFile : public testing::Test {
 protected:
  std::vector<Adjustment> read(const std::string& text) const {
    files_.write("a.csv", text);
    return read_adjustments(files_.path("a.csv"), "x", {"Problem 1"});
  }
  std::string refusal(const std::string& text) const {
    return files_.message([&] { read(text); });
  }
  TemporaryLibrary files_;
};

TEST_F(AdjustmentsFile, HasAnAmountAndAReasonALine) {
  const auto made = read(
      "submission;points;percent;problem;reason;author\nanna;+2.5;;Problem 1;helped;ta\n"
      "ben;;-10 %;;in pencil;\ncarla;;;;nothing;\n");
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].experiment, "x");
  EXPECT_EQ(made[0].points, 2.5);
  EXPECT_EQ(made[0].problem, "Problem 1");
  EXPECT_EQ(made[0].author, "ta");
  EXPECT_EQ(made[1].percent, -10);
  EXPECT_FALSE(made[1].points);
}

TEST_F(AdjustmentsFile, ThatCannotBeMeantIsRefusedAtItsLine) {
  EXPECT_THAT(refusal("submission,points\nanna,1\n"), HasSubstr("a.csv:1: no column is called 'reason'"));
  EXPECT_THAT(refusal("submission,reason\nanna,x\n"), HasSubstr("a.csv:1: no column is called 'points'"));
  EXPECT_THAT(refusal("submission,points,reason\nanna,1,\n"), HasSubstr("a.csv:2: this adjustment has no reason"));
  EXPECT_THAT(refusal("submission,points,reason\n,1,x\n"), HasSubstr("a.csv:2: this line names no submission"));
  for (const char* amount : {"nan", "inf", "1e7", "2 points", "0x10", "-10%", "+-3"})
    EXPECT_THAT(refusal(std::string("submission,points,reason\nanna,") + amount + ",x\n"),
                HasSubstr("a.csv:2: '" + std::string(amount) + "' is not an adjustment"));
  EXPECT_THAT(refusal("submission;points;reason\nanna;1,5;x\n"), HasSubstr("a.csv:2: '1,5' is not an adjustment"));
  EXPECT_THAT(refusal("submission,points,percent,reason\nanna,1,1,x\n"), HasSubstr("in both points and percent"));
  EXPECT_THAT(refusal("submission,points,problem,reason\nanna,1,Problem 2,x\n"),
              HasSubstr("a.csv:2: there is no problem 'Problem 2'"));
  EXPECT_THAT(refusal("submission,points,reason\nanna,1,x\nanna,1,x\n"), HasSubstr("a.csv:3: the same as line 2"));
  EXPECT_THAT(refusal("submission,points,reason\nanna,,x\n"), HasSubstr("no line of this file has an amount"));
}

}  // namespace
}  // namespace warpledger
