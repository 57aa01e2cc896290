// A session of grading: cut off and resumed, one submission graded anew, other rules, other seeds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/file.h"
#include "e2e/background.h"
#include "e2e/graded_folder.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

/// A class of three.
class GradeSession : public testing::Test {
 protected:
  GradeSession() {
    folder_.submit("anna", "plain");
    folder_.submit("ben", "zeros");
    folder_.submit("carla", "shuffles");
  }

  const GradedFolder& folder() const { return folder_; }
  std::int64_t count_of_runs() const { return folder_.query("SELECT count(*) AS n FROM runs").at(0).at("n"); }

 private:
  GradedFolder folder_;
};

TEST_F(GradeSession, ThatIsCutOffAndGoneOnWithGivesTheSameGrades) {
  Background process(folder().running({"--only", "anna", "ben", "carla"}), folder().path(), "cut-off");
  ASSERT_TRUE(process.wait_until_it_says("graded 1 of 3: anna: 3 points correct"));
  process.send(SIGINT);
  const Ended stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 1) << stopped.err;
  const std::string session = folder().query("SELECT settings ->> '$.grading.session' AS uuid FROM runs")[0].at("uuid");
  EXPECT_THAT(stopped.err,
              HasSubstr("stopped; resume with: warpledger grade squares --submissions class --session " + session +
                        " --db results.db --device " + device_under_test() + " --only anna ben carla --jobs 2\n"));
  const std::string of_anna = "SELECT count(*) AS n FROM runs WHERE submission = 'anna'";
  const auto runs_of_anna = folder().query(of_anna);
  folder().run({"--session", "latest"});
  const Ended resumed = shell("warpledger run --resume", folder().path());
  EXPECT_EQ(resumed.exit_code, 2) << "finished, but the way on is grade's";
  EXPECT_THAT(resumed.err, HasSubstr("hint: resume the grading: warpledger grade squares --session " + session));
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 0), Pair("carla", 10)));
  EXPECT_EQ(folder().query(of_anna), runs_of_anna) << "one that is whole runs again";
  EXPECT_EQ(folder().query("SELECT DISTINCT settings ->> '$.grading.session' AS uuid FROM runs").size(), 1);
}

TEST_F(GradeSession, IsOfOneProcessAtATimeAndFreeWhenThatWasKilled) {
  Background process(folder().running(), folder().path(), "first");
  ASSERT_TRUE(process.wait_until_it_says("graded 1 of 3: "));
  process.send(SIGSTOP);
  const Ended second = warpledger(folder().running({"--session", "latest"}), folder().path());
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_THAT(second.err, testing::ContainsRegex("results.db: session [0-9a-f]{8} is being graded by process " +
                                                 std::to_string(process.process()) + " \\(warpledger\\)"));
  process.send(SIGKILL);
  process.wait();
  folder().run({"--session", "latest"});
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 0), Pair("carla", 10)));
}

TEST_F(GradeSession, ThatIsKilledInAGridKeepsItsPointsAndMeasuresTheGridAgain) {
  std::string rules = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/squares.yaml");
  rules.replace(rules.find("  n: 1001"), 9, "  n: {from: 200001, to: 200024, step: 1}");
  rules.replace(rules.find("  blocks: 2"), 11, "  blocks: 64");
  fs::create_directory(folder().path() + "/experiments");
  std::ofstream(folder().path() + "/experiments/squares.yaml") << rules;
  const auto recorded = [&]() -> std::int64_t {
    if (!fs::exists(folder().path() + "/results.db")) return 0;
    const auto rows = folder().query("SELECT recorded_points AS n FROM runs WHERE outcome = 'open'");
    return rows.empty() ? 0 : rows.at(0).at("n").get<std::int64_t>();
  };
  Background process(folder().running({"--only", "anna"}), folder().path(), "killed");
  while (!process.exit_code() && recorded() < 3) continue;
  process.send(SIGKILL);
  process.wait();
  const auto runs = folder().query("SELECT outcome, recorded_points AS recorded, ok_points AS ok FROM runs");
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].at("outcome"), "open");
  EXPECT_GE(runs[0].at("recorded"), 3);
  EXPECT_LT(runs[0].at("recorded"), 24);
  EXPECT_EQ(runs[0].at("ok"), runs[0].at("recorded"));
  EXPECT_EQ(warpledger({"ledger", "check"}, folder().path()).exit_code, 0);
  EXPECT_THAT(folder().grade().out, Not(HasSubstr("anna"))) << "a grid that was not measured to its end counts";
  folder().run({"--only", "anna", "--session", "latest"});
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10)));
  const std::string ended =
      "SELECT DISTINCT recorded_points AS n, planned_points AS of FROM runs WHERE outcome <> 'open'";
  for (const auto& run : folder().query(ended)) EXPECT_EQ(run.at("n"), run.at("of"));
  EXPECT_EQ(folder().query("SELECT DISTINCT settings ->> '$.grading.session' AS uuid FROM runs").size(), 1);
}

TEST_F(GradeSession, GradesOneAnewAfterItWasMended) {
  folder().run();
  const auto seeds = [&] { return folder().query("SELECT DISTINCT seed FROM runs ORDER BY seed"); };
  const auto first = seeds();
  folder().submit("ben", "shared_memory");
  folder().run({"--only", "ben", "--session", "latest"});
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 10), Pair("carla", 10)));
  EXPECT_EQ(seeds(), first) << "one that is graded anew meets other inputs than the class";
}

TEST_F(GradeSession, ThatIsGoneOnWithTellsOfFilesThatChangedSinceTheyWereGraded) {
  folder().run({"--only", "anna", "ben"});
  EXPECT_THAT(folder().run({"--session", "latest"}).err, Not(HasSubstr("changed since")));
  folder().submit("ben", "shared_memory");
  const std::string told = folder().run({"--session", "latest"}).err;
  EXPECT_THAT(told,
              HasSubstr("note: the files of ben have changed since they were graded; hint: --only ben grades them"));
  EXPECT_THAT(told, Not(HasSubstr("anna have changed")));
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 0), Pair("carla", 10)));
}

TEST_F(GradeSession, DrawsOtherSecretSeedsEachTime) {
  folder().run({"--only", "anna"});
  folder().run({"--only", "anna"});
  const auto seeds =
      folder().query("SELECT DISTINCT seed FROM runs WHERE settings ->> '$.grading.role' = 'checked' ORDER BY seed");
  EXPECT_EQ(seeds.size(), 2);
}

TEST_F(GradeSession, IsGradedByOtherRulesWithoutRunningAnything) {
  folder().run();
  const std::int64_t before = count_of_runs();
  const std::string file = std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/squares.yaml";
  std::string rules = read_file(file);
  const std::size_t problems = rules.find("      points: 10");
  ASSERT_NE(problems, std::string::npos);
  rules.replace(problems, std::string::npos,
                "      points: 30\n      rules:\n        - {correct: share, points: 24}\n"
                "        - {goal: n > 1000, points: 6}\n");
  fs::create_directory(folder().path() + "/experiments");
  std::ofstream(folder().path() + "/experiments/squares.yaml") << rules;
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 30), Pair("ben", 0), Pair("carla", 30)));
  EXPECT_EQ(count_of_runs(), before);
}

TEST_F(GradeSession, IsGradedThoughAProblemThatAnAdjustmentNamesHasAnotherNameNow) {
  folder().run({"--only", "anna", "ben"});
  const std::string adjust = "warpledger adjust squares --problem Squares --reason 'late' ";
  for (const std::string one : {"ben --points 2", "anna --percent -50", "anna --percent 0"})
    ASSERT_EQ(shell(adjust + one, folder().path()).exit_code, 0);
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 5), Pair("ben", 2)));
  std::string rules = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/squares.yaml");
  rules.replace(rules.find("name: Squares"), 13, "name: Part 1");
  fs::create_directory(folder().path() + "/experiments");
  std::ofstream(folder().path() + "/experiments/squares.yaml") << rules;
  const Ended graded = folder().grade();
  const std::string note = "an adjustment of anna is of 'Squares', which is no problem";
  EXPECT_THAT(graded.err, HasSubstr("note: " + note));
  const std::size_t at = graded.out.find(note);
  ASSERT_NE(at, std::string::npos) << graded.out;
  EXPECT_EQ(graded.out.find(note, at + 1), std::string::npos) << "two adjustments of a problem are one note";
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 2)));
}

TEST_F(GradeSession, IsNotGoneOnWithOnOtherPoints) {
  folder().run({"--only", "anna"});
  fs::create_directory(folder().path() + "/experiments");
  std::string text = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/squares.yaml");
  text.replace(text.find("{n: 1000}"), 9, "{n: 999}");
  std::ofstream(folder().path() + "/experiments/squares.yaml") << text;
  EXPECT_THAT(folder().grade().err, HasSubstr("note: grading.hidden changed since this session measured"));
  const std::int64_t before = count_of_runs();
  const Ended refused = warpledger(folder().running({"--only", "ben", "--session", "latest"}), folder().path());
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("squares.yaml: grading.hidden changed since session "));
  EXPECT_EQ(count_of_runs(), before);
  folder().run({"--only", "ben"});
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("ben", 0)));
  EXPECT_THAT(folder().grade().err, Not(HasSubstr("changed since")));
}

TEST_F(GradeSession, LeavesOpenWhatIsLeftWhenASubmissionsTimeIsUp) {
  std::string rules = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/squares.yaml");
  rules.insert(rules.find("  problems:"), "  time_limit: 1 ms\n");
  fs::create_directory(folder().path() + "/experiments");
  std::ofstream(folder().path() + "/experiments/squares.yaml") << rules;
  folder().run();
  EXPECT_THAT(folder().grade().out, testing::ContainsRegex("anna +0 +- +0 10 +10 not finished"));
  const std::string why = "SELECT DISTINCT reason FROM runs WHERE outcome = 'interrupted'";
  EXPECT_EQ(folder().query(why).at(0).at("reason"),
            "the submission's time limit is used up; the other points were skipped");
}

TEST_F(GradeSession, IsSharedByDevicesOfOneModelWithTheSameGrades) {
  const Ended ended =
      warpledger({"grade", "squares", "--submissions", "class", "--device", "host,host", "--only", "anna", "ben"},
                 folder().path());
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.err, testing::ContainsRegex("host:rtx4090(:2)?: graded "));  // who is faster has both
  EXPECT_THAT(ended.out, HasSubstr("(host:rtx4090, host:rtx4090:2)"));
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 0)));
}

TEST_F(GradeSession, IsGoneOnWithAtAnotherDeviceWhereOneFails) {
  const std::string copies =
      "mkdir devices && for name in first second; do cp \"$WARPLEDGER_HOME\"/devices/rtx4090.json devices/$name.json; "
      "done";
  ASSERT_EQ(shell(copies, folder().path()).exit_code, 0);
  Background process(
      {"grade", "squares", "--submissions", "class", "--device", "host:first,host:second", "--jobs", "1"},
      folder().path(), "losing");
  ASSERT_TRUE(process.wait_until_it_says("checked 1 of 3: "));
  fs::remove(folder().path() + "/devices/first.json");
  const Ended ended = process.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("host:first: this device failed: "));
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 0), Pair("carla", 10)));
}

TEST_F(GradeSession, ThatLiesInTwoLedgersIsOneAfterAMerge) {
  folder().run({"--only", "anna"});
  fs::copy(folder().path() + "/results.db", folder().path() + "/second.db");
  folder().run({"--only", "ben", "carla", "--session", "latest", "--db", "second.db"});
  const Ended merge = warpledger({"ledger", "merge", "second.db"}, folder().path());
  ASSERT_EQ(merge.exit_code, 0) << merge.err;
  EXPECT_THAT(folder().totals(), ElementsAre(Pair("anna", 10), Pair("ben", 0), Pair("carla", 10)));
}

TEST(GradeHiddenPoints, CountAlsoWhereNoPublicOneIsRight) {
  const GradedFolder folder;
  folder.submit("odd", "wrong_for_odd_shapes");
  folder.submit("broken", "does_not_compile");
  std::string text = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/squares.yaml");
  text.replace(text.find("experiment: squares"), 19, "experiment: shares");
  text.replace(text.find("        - {correct: all, points: 10}"), 36,
               "        - {correct: share, points: 4}\n        - {correct: share, points: 6, where: n = 1000}");
  std::ofstream(folder.path() + "/shares.yaml") << text;
  const Ended graded = warpledger(
      {"grade", "./shares.yaml", "--submissions", "class", "--device", device_under_test(), "--output", "out"},
      folder.path());
  EXPECT_EQ(graded.exit_code, 0) << graded.err;
  const std::string table = read_file(folder.path() + "/out/gradebook.csv");
  EXPECT_THAT(table, HasSubstr("\nodd,7.3333,"));
  EXPECT_THAT(table, HasSubstr("\nbroken,0,"));
}

}  // namespace
}  // namespace warpledger::e2e
