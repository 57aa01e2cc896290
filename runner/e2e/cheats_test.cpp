// Kernels that cheat and honest ones between them, run as untrusted code: each cheat gets its verdict, and no
// honest kernel is accused.
#include "e2e/cheats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

/// A run of one experiment as untrusted code, and how its points ended.
struct UntrustedRun {
  explicit UntrustedRun(const std::string& experiment, const std::string& before = "") : folder(fresh_folder()) {
    run = shell(before + "warpledger run " + experiment + " --untrusted --device " + device_under_test(), folder);
    const Ended query = warpledger({"query", "--format", "json", "SELECT kernel, outcome, reason FROM point"}, folder);
    points = nlohmann::json::parse(query.out, nullptr, false);
  }

  void expect(const Verdicts& verdicts) const {
    ASSERT_TRUE(points.is_array()) << run.err;
    EXPECT_EQ(points.size(), verdicts.size());
    for (const auto& point : points) {
      const std::string kernel = point.at("kernel"), reason = point.at("reason");
      ASSERT_TRUE(verdicts.contains(kernel)) << kernel;
      EXPECT_EQ(point.at("outcome"), verdicts.at(kernel).outcome) << kernel << ": " << reason;
      EXPECT_THAT(reason, testing::ContainsRegex(verdicts.at(kernel).reason)) << kernel;
    }
  }

  std::string folder;
  Ended run;
  nlohmann::json points;
};

/// One run for all tests of this suite.
class Cheats : public testing::Test {
 protected:
  static void SetUpTestSuite() { run_ = new UntrustedRun("cheats"); }
  static void TearDownTestSuite() { delete run_; }
  static const UntrustedRun& run() { return *run_; }

 private:
  static inline const UntrustedRun* run_ = nullptr;
};

TEST_F(Cheats, GetTheirVerdictAndNoHonestKernelIsAccused) { run().expect(verdicts_on_cheats()); }

TEST_F(Cheats, AFloodOfPrintingIsCutShort) {
  EXPECT_THAT(run().run.err, testing::HasSubstr("more bytes of the kernel's output are not shown]"));
  EXPECT_LT(run().run.err.size(), 100000u);
}

TEST_F(Cheats, TheRunRecordsHowItWasIsolated) {
  const Ended query =
      shell("warpledger query \"SELECT value FROM environments WHERE name = 'isolation'\" --format csv", run().folder);
  EXPECT_THAT(query.out, testing::HasSubstr("system calls filtered")) << query.err;
}

/// Submissions of the made-up class, each run by itself.
class MadeUpClass : public testing::Test {
 protected:
  Ended submit(const std::string& name, const std::string& n) const {
    return warpledger({"run", "squares", "--quiet", "--submission", "class/" + name, "--set", "n=" + n, "--device",
                       device_under_test()},
                      folder_);
  }

  /// How the newest run's only point ended.
  void expect(const Verdict& verdict) const {
    const Ended query = warpledger(
        {"query", "--format", "json", "SELECT outcome, reason FROM points ORDER BY started_utc DESC LIMIT 1"}, folder_);
    const auto points = nlohmann::json::parse(query.out);
    EXPECT_EQ(points.at(0).at("outcome"), verdict.outcome);
    EXPECT_THAT(points.at(0).at("reason"), testing::ContainsRegex(verdict.reason));
  }

  const std::string folder_ = fresh_folder();
  const Verdicts verdicts_ = write_class(folder_ + "/class");
};

TEST_F(MadeUpClass, GetsTheVerdictsOfTheCheats) {
  for (const char* name : {"plain", "stops_one_early", "works_once", "does_not_compile"}) {
    submit(name, "1001");
    expect(verdicts_.at(name));
  }
}

TEST_F(MadeUpClass, IsCaughtByAShapeThatNobodyIsShown) {
  EXPECT_EQ(submit("knows_the_shown_shape", "1001").exit_code, 0);
  EXPECT_EQ(submit("knows_the_shown_shape", "1000").exit_code, 1);
  expect(verdicts_.at("knows_the_shown_shape"));
}

TEST_F(MadeUpClass, IsRefusedWhereItIncludesAForbiddenFile) {
  const Ended refused = submit("includes_a_forbidden_file", "1001");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, testing::ContainsRegex(verdicts_.at("includes_a_forbidden_file").reason));
}

TEST(Escapes, NoneOfThemGetsWhatItReachesFor) {
  if (on_cuda()) GTEST_SKIP() << "on a GPU kernels call no system";
  const std::string marker = "/var/tmp/warpledger-cheat";
  std::filesystem::remove(marker);
  const UntrustedRun run("escapes", "exec 9>leaked; SECRET_TOKEN=secret ");
  Verdicts verdicts = {{"sleeps", {"timed_out", "^exceeded its time limit of 6 s"}}};
  for (const char* kernel : {"reads_a_file", "writes_a_file", "writes_the_ledger", "reads_the_parents_environment",
                             "runs_a_program", "opens_a_socket", "forks", "leaves_its_group", "signals_its_parent",
                             "reads_a_token", "uses_an_open_file", "makes_a_file_in_memory"})
    verdicts[kernel] = {"incorrect", "^y\\[0\\]: got 0, expected "};
  if (run.run.err.find("confined by: Landlock, system calls filtered, kernels in a process of their own\n") ==
      std::string::npos)
    GTEST_SKIP() << "this kernel cannot confine all: " << run.run.err;
  run.expect(verdicts);
  EXPECT_FALSE(std::filesystem::exists(marker));
  EXPECT_EQ(read_file(run.folder + "/leaked"), "");
}

TEST(Boundary, OnTheHostAKernelReachesNothingButItsBuffers) {
  if (on_cuda()) GTEST_SKIP() << "on a GPU kernels have an address space of their own";
  const UntrustedRun run("boundary");
  const Verdict zeros = {"incorrect", "^y\\[0\\]: got 0, expected "};
  const Verdict nothing = {"incorrect", "^y\\[0\\]: got nothing "};
  run.expect({{"answers_for_its_worker", zeros},
              {"plain", {"ok", "^$"}},
              {"answers_its_worker", {"incorrect", "^y\\[0\\]: got (0|nothing)"}},
              {"writes_nonsense", {"launch_failed", "^the worker sent a malformed message"}},
              {"copies_the_answer", zeros},
              {"changes_the_answer", zeros},
              {"exits_at_once", {"crashed", "ended with exit code 0"}},
              {"kills_its_worker", zeros},
              {"wants_to_outlive_its_worker", zeros},
              {"leaves_a_thread_behind", nothing}});
  EXPECT_EQ(shell("pgrep -f 'warpledger kernels' -P 1", run.folder).out, "") << "a process stayed";
}

}  // namespace
}  // namespace warpledger::e2e
