#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "grading/pages/gradescope_results.h"
#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

std::string text_of(const std::string& name, const GradedClass& graded = small_class()) {
  return gradescope_json(student_grade(graded, submission_named(graded, name)));
}

nlohmann::json results(const std::string& name, const GradedClass& graded = small_class()) {
  return nlohmann::json::parse(text_of(name, graded));
}

/// Uses Debian's python3-jsonschema.
bool is_valid(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "results.json";
  std::ofstream(file) << text;
  const std::string command = "python3 -W ignore -m jsonschema -i '" + file +
                              "' '" WARPLEDGER_SOURCE_DIR "/schema/gradescope-results.schema.json'";
  return std::system(command.c_str()) == 0;
}

TEST(Gradescope, TakesWhatIsWrittenByItsPublishedFormat) {
  for (const char* name : {"anna", "ben", "carla"}) EXPECT_TRUE(is_valid(text_of(name))) << name;
}

TEST(Gradescope, ShowsNamesOfFilesAsTheyAre) {
  CheckedSubmission checked{.experiment = "norm", .grading = small_grading(), .sheet = anna().sheet};
  checked.unused = {.experiment = "norm", .files = {"![x](http://a/b)`*.cu", "y.cu"}, .replaced = {"norm_group.cu"}};
  EXPECT_THAT(nlohmann::json::parse(gradescope_json(checked))["output"].get<std::string>(),
              testing::HasSubstr(" `![x](http://a/b)'*.cu`, `y.cu` replace no kernel of norm and are not used; "
                                 "allowed: `norm_group.cu`."));
  EXPECT_THAT(autolab_feedback(checked), testing::HasSubstr("allowed: norm_group.cu."));
}

TEST(Gradescope, DoesNotTakeWhatTheFormatDoesNotKnow) {
  nlohmann::json changed = results("anna");
  changed["tests"][0]["status"] = "met";
  EXPECT_FALSE(is_valid(changed.dump()));
  EXPECT_FALSE(is_valid(R"({"output": "neither a score nor tests"})"));
}

TEST(Gradescope, GetsATestARuleThatAddUpToTheAssignment) {
  const nlohmann::json tests = results("carla")["tests"];
  ASSERT_EQ(tests.size(), 3);
  double possible = 0;
  for (const nlohmann::json& test : tests) possible += test["max_score"].get<double>();
  EXPECT_EQ(possible, 40);
  EXPECT_EQ(tests[1], nlohmann::json::parse(R"({
    "score": 0.0, "max_score": 10.0, "status": "failed", "name": "Problem 1: conflicts <= 0.1", "number": "1.2",
    "output": "cannot judge: `conflicts <= 0.1` cannot be judged at norm_group d_l=4: conflicts = NULL: counters refused (conflicts)\nThese points are open: a person decides.",
    "output_format": "text", "visibility": "after_published"})"));
}

TEST(Gradescope, GetsAdjustmentsAsATestWithoutPossiblePoints) {
  const nlohmann::json got = results("anna");
  EXPECT_EQ(got["score"], 36);
  const nlohmann::json& test = got["tests"].back();
  EXPECT_EQ(test["name"], "Adjustments");
  EXPECT_EQ(test["score"], -4);
  EXPECT_EQ(test["number"], "2");
  EXPECT_FALSE(test.contains("max_score"));
  EXPECT_EQ(test["output"], "-10 %: 2024-03-01, by ta: one day late\n");
}

TEST(Gradescope, SaysTheTotalAndTheRankAboveTheTests) {
  EXPECT_EQ(results("anna")["output"], "**36 of 40 points**; rank 1= in a class of 3");
  EXPECT_EQ(results("carla")["output"],
            "**30 of 40 points**, 10 more are open: they cannot be judged yet; rank 1= in a class of 3");
}

TEST(Gradescope, GetsScoresThatAreRoundedBehindTheSum) {
  GradedClass graded = small_class();
  graded.submissions[0].sheet.total = 160.0 / 3;
  graded.submissions[0].sheet.problems[0].rules[0].given = 80.0 / 3;
  EXPECT_EQ(results("anna", graded)["score"], 53.3333);
  EXPECT_EQ(results("anna", graded)["tests"][0]["score"], 26.6667);
}

TEST(Gradescope, GetsALeaderboardOfRankedSubmissionsOnly) {
  EXPECT_EQ(results("anna")["leaderboard"],
            nlohmann::json::parse(R"([{"name": "Time relative to the reference's", "value": 0.9, "order": "asc"}])"));
  EXPECT_FALSE(results("ben").contains("leaderboard"));
  GradedClass flagged = small_class();
  flagged.submissions[0].flags = {{.kind = FlagKind::starter_source}};
  EXPECT_FALSE(results("anna", flagged).contains("leaderboard"));
  GradedClass unranked = small_class();
  unranked.grading.problems[0].rules[2].judged = RatioRule{};
  EXPECT_FALSE(results("anna", unranked).contains("leaderboard"));
}

}  // namespace
}  // namespace warpledger
