// What `grade` and `inspect` refuse, each with its hint, before anything runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "e2e/graded_folder.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

/// A class of one, graded for all tests of this suite.
class GradeRefusals : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new GradedFolder;
    folder_->submit("anna", "plain");
    folder_->run();
  }
  static void TearDownTestSuite() { delete folder_; }

  static const GradedFolder& folder() { return *folder_; }
  static void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
    const auto runs = folder().query("SELECT run_uuid FROM runs");
    const Ended ended = warpledger(arguments, folder().path());
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, message);
    EXPECT_EQ(folder().query("SELECT run_uuid FROM runs"), runs);
  }

 private:
  static inline const GradedFolder* folder_ = nullptr;
};

TEST_F(GradeRefusals, NameAnExperimentWithoutAGrading) {
  const std::string file = std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata/experiments/cheats.yaml";
  expect_refused({"grade", "cheats"},
                 "warpledger: " + file + ": this experiment has no grading\nhint: add `grading: ...`\n");
}

TEST_F(GradeRefusals, NameTheSessionsThatThereAre) {
  const std::string session = folder().query("SELECT settings ->> '$.grading.session' AS uuid FROM runs")[0].at("uuid");
  const std::string message =
      "warpledger: no grading of 'squares' has a session that begins with 'xyz'\nhint: sessions: " + session + "\n";
  expect_refused({"grade", "squares", "--session", "xyz"}, message);
  expect_refused({"inspect", "squares", "anna", "--session", "xyz"}, message);
}

TEST_F(GradeRefusals, NameALedgerWithoutGradings) {
  ASSERT_EQ(shell("warpledger run squares --device host --quiet --db other.db", folder().path()).exit_code, 0);
  expect_refused({"grade", "squares", "--db", "other.db"},
                 "warpledger: this ledger has no grading of 'squares'\n"
                 "hint: grade a folder: warpledger grade squares --submissions FOLDER\n");
}

TEST_F(GradeRefusals, NameASubmissionThatIsNotThere) {
  expect_refused(folder().running({"--only", "ana"}),
                 "warpledger: --only: 'class' has no submission 'ana'\nhint: did you mean 'anna'? allowed: anna\n");
}

TEST_F(GradeRefusals, NameADeviceWithoutClocksThatCouldBeLocked) {
  expect_refused(folder().running({"--lock-clocks", "1500", "--quiet"}),
                 "warpledger: CPU as NVIDIA GeForce RTX 4090 has no clocks that could be locked\n"
                 "hint: leave out --lock-clocks\n");
}

TEST_F(GradeRefusals, NameAFolderWithoutSubmissions) {
  fs::create_directory(folder().path() + "/empty");
  expect_refused({"grade", "squares", "--submissions", "empty", "--device", device_under_test()},
                 "warpledger: empty: no submission in this folder\n"
                 "hint: put a folder, a .cu file or an archive per person into it\n");
}

TEST_F(GradeRefusals, NameEveryNameThatPagesCannotShow) {
  GradedFolder other;
  other.submit("an\nna", "plain");
  other.submit("b\\en", "plain");
  other.submit("carla", "plain");
  const Ended ended = warpledger(other.running(), other.path());
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err,
              testing::AllOf(testing::HasSubstr("'an na': the name"), testing::HasSubstr("'b\\en': the name")));
  EXPECT_FALSE(fs::exists(other.path() + "/results.db"));
}

TEST_F(GradeRefusals, NameAnEmptyStarterBeforeAnythingRuns) {
  GradedFolder other;
  other.submit("anna", "plain");
  const fs::path data = std::string(WARPLEDGER_SOURCE_DIR) + "/runner/e2e/testdata";
  fs::create_directories(other.path() + "/experiments");
  fs::copy(data / "experiments/squares.yaml", other.path() + "/experiments");
  fs::create_directories(other.path() + "/kernels");
  fs::copy(data / "kernels/squares", other.path() + "/kernels/squares", fs::copy_options::recursive);
  fs::remove_all(other.path() + "/kernels/squares/starter");
  fs::create_directory(other.path() + "/kernels/squares/starter");
  const Ended ended = warpledger(other.running(), other.path());
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err, testing::HasSubstr("kernels/squares/starter: this folder has no .cu file"));
  EXPECT_FALSE(fs::exists(other.path() + "/results.db"));
}

TEST_F(GradeRefusals, ListTheFilesThatArePassedOverNowAndOnThePage) {
  GradedFolder other;
  other.submit("anna", "plain");
  shell("touch class/erik.rar class/gina.cuh class/README", other.path());
  const Ended graded = other.run();
  const std::string page = other.grade().out;
  for (const char* line :
       {"README: neither a folder nor a .cu file", "erik.rar: an archive", "gina.cuh: not a .cu file"}) {
    EXPECT_THAT(graded.err, testing::HasSubstr(std::string("passed over ") + line));
    EXPECT_THAT(page, testing::HasSubstr(std::string("- ") + line));
  }
}

TEST_F(GradeRefusals, NameAFolderOfPagesThatIsNotEmpty) {
  expect_refused(folder().running({"--output", "class"}),
                 "warpledger: class: this is not an empty folder\nhint: name another folder, or remove this one\n");
}

}  // namespace
}  // namespace warpledger::e2e
