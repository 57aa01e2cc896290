// Runs that are interrupted and resumed, as a user does it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "base/text.h"
#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The line of `text` that begins with `start`, without that; empty when there is none.
std::string line_after(const std::string& text, const std::string& start) {
  const std::size_t at = text.find(start);
  if (at == std::string::npos) return {};
  return text.substr(at + start.size(), text.find('\n', at) - at - start.size());
}

/// `many` in its own folder, with copies of its files that a test may change.
class Resume : public testing::Test {
 protected:
  Resume() {
    shell(
        "mkdir -p experiments kernels && cp \"$WARPLEDGER_HOME\"/runner/e2e/testdata/experiments/many.yaml experiments"
        " && cp -r \"$WARPLEDGER_HOME\"/runner/e2e/testdata/kernels/planted kernels",
        folder_);
  }

  Ended run(const std::vector<std::string>& arguments) const { return warpledger(arguments, folder_); }
  std::string soundness() const { return run({"report", "soundness"}).out; }

  /// Begins a run and asks it to stop when it is under way.
  Ended interrupted(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments = {"run", "many", "--device", device_under_test()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    Background process(arguments, folder_, "run");
    EXPECT_TRUE(process.wait_until_it_says(" points\n"));
    process.send(SIGINT);
    return process.wait();
  }

  std::string folder_ = fresh_folder();
};

TEST_F(Resume, ThePrintedCommandGoesOnWithTheRun) {
  const Ended first = interrupted({"--db", "my night.db"});
  EXPECT_EQ(first.exit_code, 1);
  EXPECT_THAT(first.err, HasSubstr("warpledger: finishing the current points, then stopping."));
  const std::string command = line_after(first.err, "interrupted; resume it with: ");
  EXPECT_THAT(command, ContainsRegex("^warpledger run --resume [0-9a-f]{8} --db 'my night.db'$"));
  EXPECT_THAT(run({"report", "soundness", "--db", "my night.db"}).out, HasSubstr("\ninterrupted: 40 planned, "));
  const Ended second = shell(command, folder_);
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_THAT(second.err, ContainsRegex("resuming run [0-9a-f]{8}, [0-9]+ of 40 points left\n"));
  EXPECT_THAT(run({"report", "soundness", "--db", "my night.db"}).out,
              HasSubstr("\nfinished: 40 planned, 40 recorded, at 40 places from 0 to 39\n"));
}

TEST_F(Resume, ABatchSystemsSignalToAllProcessesInterruptsAndCostsNoPoint) {
  Background process({"run", "many", "--device", device_under_test()}, folder_, "run");
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  const std::optional<pid_t> worker = process.worker();
  ASSERT_TRUE(worker);
  kill(*worker, SIGTERM);
  process.send(SIGTERM);
  const Ended ended = process.wait();
  EXPECT_THAT(ended.err, HasSubstr("interrupted; resume it with: warpledger run --resume "));
  EXPECT_THAT(ended.err, Not(HasSubstr("crashed")));
  EXPECT_THAT(soundness(), HasSubstr("\ninterrupted: 40 planned, "));
}

TEST_F(Resume, ASecondSignalEndsAtOnceAndThePointUnderWayHasNoOutcome) {
  Background process({"run", "endless", "--device", device_under_test()}, folder_, "run");
  ASSERT_TRUE(process.wait_until_it_says("2 points"));
  // Only when the first point is recorded is the endless one under way: before, a stop would remove the option in
  // peace.
  while (!process.exit_code() && soundness().find("\nopen: 2 planned, 1 recorded") == std::string::npos) continue;
  process.send(SIGINT);
  ASSERT_TRUE(process.wait_until_it_says("stopping"));
  process.send(SIGINT);
  EXPECT_EQ(process.wait().exit_code, 128 + SIGINT);
  EXPECT_THAT(soundness(), HasSubstr("\nopen: 2 planned, 1 recorded"));
}

TEST_F(Resume, OfAFinishedRunSaysSoAndDoesNothing) {
  ASSERT_EQ(run({"run", "many", "--set", "n=1,2", "--device", device_under_test(), "--quiet"}).exit_code, 0);
  const std::string before = soundness();
  const Ended again = run({"run", "--resume"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.err, ContainsRegex("^run [0-9a-f]{8} is finished: all of its 2 points are recorded\n$"));
  EXPECT_EQ(soundness(), before);
}

TEST_F(Resume, OfAFinishedRunSaysByItsExitCodeThatAPointFailed) {
  shell("cp \"$WARPLEDGER_HOME\"/runner/e2e/testdata/experiments/planted.yaml experiments", folder_);
  const std::vector<std::string> begin = {"run",      "planted",           "--set",  "kernel=right,off_by_one",
                                          "--device", device_under_test(), "--quiet"};
  ASSERT_EQ(run(begin).exit_code, 1);
  const Ended again = run({"run", "--resume", "--format", "json"});
  EXPECT_EQ(again.exit_code, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("\"not_ok_points\": 1,"));
  EXPECT_THAT(again.out, HasSubstr("\"finished\": true,"));
}

TEST_F(Resume, KeepsTheSettingsThatTheRunBeganWith) {
  interrupted({"--set", "warps=2", "--set", "measure.cache=cold"});
  EXPECT_EQ(run({"run", "--resume", "--quiet"}).exit_code, 0);
  EXPECT_THAT(soundness(), HasSubstr("\nfinished: 40 planned, 40 recorded"));
}

TEST_F(Resume, WorksFromAnotherFolderForAnExperimentThatWasGivenByItsPath) {
  shell("mkdir here && mv experiments kernels here", folder_);
  Background process({"run", "here/experiments/many.yaml", "--device", device_under_test()}, folder_, "run");
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  process.send(SIGINT);
  process.wait();
  const Ended again = shell("mkdir there && cd there && warpledger run --resume --quiet --db ../results.db", folder_);
  EXPECT_EQ(again.exit_code, 0) << again.err;
}

TEST_F(Resume, GoesOnWithASubmissionUnlessItsTextHasChanged) {
  shell("mkdir anna && cp kernels/planted/planted.cu anna", folder_);
  interrupted({"--submission", "anna"});
  shell("cp -r anna kept && echo '// faster' >> anna/planted.cu", folder_);
  EXPECT_THAT(run({"run", "--resume"}).err,
              HasSubstr("cannot be resumed: submission/planted.cu has changed since it began\n"));
  shell("rm -r anna && mv kept anna", folder_);
  EXPECT_EQ(run({"run", "--resume", "--quiet"}).exit_code, 0);
  EXPECT_EQ(run({"query", "SELECT DISTINCT submission FROM runs", "--format", "csv"}).out, "submission\nanna\n");
}

TEST_F(Resume, RefusesAChangedSourceAndShowsTheLine) {
  interrupted();
  std::ofstream(folder_ + "/kernels/planted/planted.cu", std::ios::app) << "// faster\n";
  const Ended again = run({"run", "--resume"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(
      again.err,
      ContainsRegex("^warpledger: run [0-9a-f]{8} cannot be resumed: kernels/planted/planted.cu has changed since it "
                    "began\n  then line [0-9]+: \\(not there\\)\n  now  line [0-9]+: // faster\nhint: undo"));
  EXPECT_THAT(soundness(), HasSubstr("\ninterrupted: 40 planned, "));
}

TEST_F(Resume, RefusesAChangedExperimentAnotherDeviceAndAnotherExperiment) {
  interrupted();
  EXPECT_THAT(run({"run", "quickstart", "--resume"}).err,
              HasSubstr("it is a run of experiment many, not of quickstart"));
  EXPECT_THAT(run({"run", "--resume", "--device", "host:h100-pcie"}).err, HasSubstr("it began on another device\n"));
  shell("sed -i 's/max: 3/max: 4/' experiments/many.yaml", folder_);
  EXPECT_THAT(run({"run", "many", "--resume"}).err, HasSubstr("many.yaml has changed since it began\n  then line 9: "));
}

TEST_F(Resume, NamesTheProcessThatIsAtWorkOnTheRun) {
  Background process({"run", "many", "--device", device_under_test()}, folder_, "run");
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  process.send(SIGSTOP);
  const Ended other = run({"run", "--resume"});
  process.send(SIGCONT);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("is under way: process " + std::to_string(process.process()) + " of "));
  EXPECT_EQ(process.wait().exit_code, 0);
}

TEST_F(Resume, NeedsALedgerAndTakesNoSettings) {
  const Ended none = run({"run", "--resume"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, StartsWith("warpledger: results.db: there is no ledger here\n"));
  EXPECT_NE(shell("test -e results.db", folder_).exit_code, 0);
  EXPECT_THAT(run({"run", "--resume", "--set", "n=1"}).err, HasSubstr("--resume takes neither --set nor arguments"));
  EXPECT_EQ(run({"run"}).exit_code, 2);
}

}  // namespace
}  // namespace warpledger::e2e
