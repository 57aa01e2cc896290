#include "grading/hand_in/submission_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class Times : public testing::Test {
 protected:
  SubmissionTimes read(const std::string& text) const {
    files_.write("times.csv", text);
    return read_submission_times(files_.path("times.csv"), "hw2", {"hw1", "hw3"});
  }
  std::string refusal(const std::string& text) const {
    return files_.message([&] { read(text); });
  }
  TemporaryLibrary files_;
};

TEST_F(Times, AreOfAnAttemptWhichIsTheFirstOneUnlessTold) {
  const SubmissionTimes times =
      read("Submission,Attempt,Time\nanna,,2026-10-01T10:00:00+02:00\nanna,2,2026-10-02 10:00Z\nben,1,\n");
  EXPECT_EQ(times.of({"hw2", "anna", 1}), "2026-10-01T08:00:00Z");
  EXPECT_EQ(times.of({"hw2", "anna", 2}), "2026-10-02T10:00:00Z");
  EXPECT_EQ(times.of({"hw2", "ben", 1}), "");
}

TEST_F(Times, AreOfTheAssignmentThatTheirRowNamesElseOfTheOneThatIsGraded) {
  const SubmissionTimes times =
      read("experiment,submission,time\nhw1,anna,2026-09-01 10:00Z\n,anna,2026-10-02 10:00Z\n");
  EXPECT_EQ(times.of({"hw1", "anna", 1}), "2026-09-01T10:00:00Z");
  EXPECT_EQ(times.of({"hw2", "anna", 1}), "2026-10-02T10:00:00Z");
  EXPECT_EQ(times.of({"hw3", "anna", 1}), "");
}

TEST_F(Times, ThatAreNoneAreRefusedAtTheirLine) {
  EXPECT_THAT(refusal("submission,when\nx,y\n"), HasSubstr("times.csv:1: no column is called 'time'"));
  EXPECT_THAT(refusal("submission,time\nanna,2026-10-01 10:00\n"),
              HasSubstr("times.csv:2: '2026-10-01 10:00' is no moment"));
  EXPECT_THAT(refusal("submission,time,attempt\nanna,2026-10-01 10:00Z,two\n"),
              HasSubstr("times.csv:2: 'two' is no number of an attempt"));
  EXPECT_THAT(refusal("submission,time\nanna,2026-10-01 10:00Z\nanna,2026-10-02 10:00Z\n"),
              HasSubstr("times.csv:3: a second time of attempt 1 of 'anna'"));
  EXPECT_THAT(refusal("submission,time\n,2026-10-01 10:00Z\n"),
              HasSubstr("times.csv:2: this line names no submission"));
  files_.write("times.csv", "submission,time\nanna,2026-10-01 10:00Z\n");
  EXPECT_THAT(files_.message([&] { read_submission_times(files_.path("times.csv"), "", {"hw1"}); }),
              HasSubstr("times.csv:2: this line names no experiment"));
  EXPECT_THAT(refusal("submission,time,experiment\nanna,2026-10-01 10:00Z,hwl\n"),
              testing::AllOf(HasSubstr("times.csv:2: there is no experiment 'hwl'"), HasSubstr("did you mean 'hw1'?")));
}

TEST_F(Times, ThatAreNobodysOrOfNoAttemptAreFound) {
  files_.write("times.csv",
               "submission,time,experiment\nanna,2026-10-01 10:00Z,hw1\nbenn,2026-10-01 10:00Z,hw1\n"
               "carol,2026-10-01 10:00Z,hw2\n");
  const SubmissionTimes times = read_submission_times(files_.path("times.csv"), "", {"hw1", "hw2"});
  EXPECT_THAT(timed_strangers(times, "hw1", {{"anna", {1}}, {"ben", {1}}}), testing::ElementsAre("benn"));
  EXPECT_THAT(timed_strangers(times, "hw1", {{"anna", {2, 3}}, {"benn", {1}}}), testing::ElementsAre("anna@1"));
  EXPECT_THAT(timed_strangers(times, "hw2", {{"carol", {1}}}), testing::IsEmpty());
}

}  // namespace
}  // namespace warpledger
