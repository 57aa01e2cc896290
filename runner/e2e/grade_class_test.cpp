// The made-up class, graded in one go as a teaching assistant does: every cheat is caught, and no honest submission is
// accused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "e2e/cheats.h"
#include "e2e/graded_folder.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// One grading for all tests of this suite.
class GradeClass : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new GradedFolder;
    verdicts_ = write_class(folder_->submissions());
    table_ = folder_->run().out;
  }
  static void TearDownTestSuite() { delete folder_; }

  static const GradedFolder& folder() { return *folder_; }
  static const Verdicts& verdicts() { return verdicts_; }
  static const std::string& table() { return table_; }

 private:
  static inline const GradedFolder* folder_ = nullptr;
  static inline Verdicts verdicts_;
  static inline std::string table_;
};

/// By submission: how its first point that is not right ended, before all in the grid that is timed as `run` times it;
/// that of any when all are right.
std::map<std::string, Verdict> endings(const GradedFolder& folder) {
  std::map<std::string, Verdict> first;
  for (const auto& point : folder.query(
           "SELECT p.submission AS name, p.outcome, coalesce(p.reason, '') AS reason FROM points p "
           "JOIN runs r USING (run_uuid) WHERE p.submission <> '' "
           "ORDER BY p.outcome = 'ok', r.settings ->> '$.grading.role' <> 'profiled', p.started_utc, p.ordinal"))
    first.try_emplace(point.at("name"), Verdict{point.at("outcome"), point.at("reason")});
  return first;
}

TEST_F(GradeClass, GetsTheVerdictsThatCheatsAndHonestSubmissionsMustGet) {
  const std::map<std::string, Verdict> ended = endings(folder());
  ASSERT_EQ(ended.size(), verdicts().size());
  for (const auto& [name, verdict] : verdicts()) {
    ASSERT_TRUE(ended.contains(name)) << name;
    EXPECT_EQ(ended.at(name).outcome, verdict.outcome == "refused" ? "invalid_point" : verdict.outcome) << name;
    // After which launch a lazy kernel is caught depends on how many there are in a grid.
    const bool lazy = verdict.reason.starts_with("^correct ");
    EXPECT_THAT(ended.at(name).reason,
                ContainsRegex(lazy ? "^correct (at first|on the first inputs), wrong " : verdict.reason))
        << name;
  }
}

TEST_F(GradeClass, GivesAllPointsToTheHonestAndNoneToCheats) {
  const std::map<std::string, double> totals = folder().totals();
  ASSERT_EQ(totals.size(), verdicts().size());
  for (const auto& [name, verdict] : verdicts()) EXPECT_EQ(totals.at(name), verdict.outcome == "ok" ? 10 : 0) << name;
}

TEST_F(GradeClass, FlagsNoHonestSubmission) {
  EXPECT_THAT(table(), HasSubstr("\n37 submissions, 1 with open points, 1 with flags.\n"));
}

TEST_F(GradeClass, KeepsTheSourceOfWhatItRefuses) {
  EXPECT_THAT(table(), HasSubstr("includes_a_forbidden_file: it was refused and not run"));
  EXPECT_EQ(folder()
                .query("SELECT text FROM sources JOIN runs USING (run_uuid) WHERE runs.submission = "
                       "'includes_a_forbidden_file' AND text LIKE '%/etc/passwd%'")
                .size(),
            1U);
}

TEST_F(GradeClass, IsGradedAgainFromTheLedgerWithTheSameTable) {
  const Ended again = folder().grade();
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(again.out, table());
}

TEST_F(GradeClass, IsCheckedWithTheSameSecretSeedsWhichThePageNames) {
  const auto seeds = folder().query(
      "SELECT DISTINCT CAST(seed AS TEXT) AS seed FROM runs WHERE settings ->> '$.grading.role' = 'checked' AND "
      "submission <> ''");
  ASSERT_EQ(seeds.size(), 1);
  EXPECT_THAT(table(), HasSubstr("Secret seeds: " + seeds[0].at("seed").get<std::string>() + "."));
}

TEST_F(GradeClass, IsInspectedOneByOne) {
  const auto inspected = [](const std::string& name) {
    return warpledger({"inspect", "squares", name}, folder().path()).out;
  };
  const std::string cheat = inspected("stops_one_early");
  EXPECT_THAT(cheat, HasSubstr("Total: 0 of 10 points, 0 open."));
  EXPECT_THAT(cheat, HasSubstr("1 of 1 001 elements"));
  EXPECT_THAT(inspected("knows_the_shown_shape"), HasSubstr("hidden 1"));
  const std::string honest = inspected("plain");
  EXPECT_THAT(honest, HasSubstr("Total: 10 of 10 points, 0 open."));
  EXPECT_THAT(honest, Not(HasSubstr("Points that are not correct")));
}

}  // namespace
}  // namespace warpledger::e2e
