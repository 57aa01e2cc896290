// Kernels with planted bugs, through the whole program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

/// The reason that a run told for a kernel: what follows "<outcome>: <identity>: " on its line.
std::string told(const Ended& run, const std::string& outcome, const std::string& identity) {
  const std::string start = outcome + ": " + identity;
  const std::size_t begin = run.err.find(start);
  if (begin == std::string::npos) return "nothing told of " + identity + " in:\n" + run.err;
  const std::size_t reason = run.err.find(": ", begin + start.size()) + 2;
  return run.err.substr(reason, run.err.find('\n', reason) - reason);
}

/// One run for all tests of this suite.
class PlantedBugs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    run_ = new Ended(warpledger({"run", "planted", "--device", device_under_test()}, fresh_folder()));
  }
  static void TearDownTestSuite() { delete run_; }
  static std::string reason(const std::string& kernel) { return told(*run_, "incorrect", kernel + " "); }
  static const Ended& run() { return *run_; }

 private:
  static inline const Ended* run_ = nullptr;
};

TEST_F(PlantedBugs, ARunWithIncorrectPointsExitsWithOne) { EXPECT_EQ(run().exit_code, 1) << run().err; }

TEST_F(PlantedBugs, TheRightKernelBetweenThemIsOk) {
  EXPECT_THAT(run().err, HasSubstr("6 of 6 points"));
  EXPECT_THAT(run().err, HasSubstr(": 1 ok, 5 incorrect"));
  EXPECT_THAT(run().err, Not(HasSubstr("incorrect: right")));
}

TEST_F(PlantedBugs, AnElementOffByOneNamesBufferIndexGotAndExpected) {
  EXPECT_THAT(reason("off_by_one"), MatchesRegex("y\\[0\\]: got -?[0-9.]+, expected -?[0-9.]+ \\(tolerance 1e-06: one "
                                                 "rounding\\); 1 000 of 1 000 elements are wrong"));
}

TEST_F(PlantedBugs, NotANumberIsNeverAccepted) {
  EXPECT_THAT(reason("not_a_number"), MatchesRegex("y\\[5\\]: got -?nan, expected .*; 1 of 1 000 elements is wrong"));
}

TEST_F(PlantedBugs, AnOutputOfTheKernelBeforeDoesNotPassForOneThatNeverRan) {
  EXPECT_THAT(reason("never_runs"), HasSubstr("never written"));
  EXPECT_THAT(reason("never_runs"), HasSubstr("1 000 of 1 000 elements are wrong"));
}

TEST_F(PlantedBugs, AWriteOnePastTheEndNamesTheElement) {
  EXPECT_EQ(reason("writes_past_end"),
            "wrote past the end of y: y[1000], up to 4 bytes beyond its last element y[999]");
}

TEST_F(PlantedBugs, AChangedInputNamesWhatItHeldAndHolds) {
  EXPECT_THAT(reason("changes_input"),
              MatchesRegex("the input x\\[7\\] was changed: it held -?[0-9.]+ and now holds 3; a kernel must not write "
                           "its inputs"));
}

TEST(Misfits, EndInTheirOutcomeAndTheRunGoesOn) {
  const Ended run =
      warpledger({"run", "misfits", "--device", device_under_test(), "--quiet", "--format", "json"}, fresh_folder());
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\"planned_points\": 6"));
  EXPECT_THAT(run.out, HasSubstr("\"not_ok_points\": 5"));
}

TEST(Misfits, AQuietRunSaysThatPointsAreNotOk) {
  const Ended run = warpledger({"run", "misfits", "--device", device_under_test(), "--quiet"}, fresh_folder());
  EXPECT_THAT(run.err, HasSubstr("misfits: 5 of 6 points are not ok"));
  EXPECT_EQ(run.out, "");
}

TEST(Misfits, BuffersThatDoNotFitSayHowManyBytesTheyNeedAndThereAre) {
  const Ended run = warpledger({"run", "misfits", "--device", device_under_test()}, fresh_folder());
  EXPECT_THAT(
      told(run, "invalid_point", "right n=35184372088832"),
      MatchesRegex("the buffers need 281474976710656 bytes \\(262144.0 GiB\\); the device has [0-9]+ \\(.* GiB\\)"));
}

TEST(Misfits, ACompileErrorNamesTheStudentsFileAndLine) {
  const Ended run = warpledger({"run", "misfits", "--device", device_under_test()}, fresh_folder());
  EXPECT_THAT(run.err, HasSubstr("compile_failed: does_not_compile n=1000"));
  EXPECT_THAT(run.err, MatchesRegex("(.|\n)*does_not_compile\\.cu[:(]2[:)](.|\n)*undeclared(.|\n)*"));
}

}  // namespace
}  // namespace warpledger::e2e
