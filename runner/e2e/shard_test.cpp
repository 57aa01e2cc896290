// Shards of an experiment, measured apart: together they are the plan, and a shard goes on where it was left, on the
// same device or on another one of its model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/file.h"
#include "base/text.h"
#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kCampaign = "01234567-89ab-cdef-0123-456789abcdef";

class Shards : public testing::Test {
 protected:
  /// A second GPU of the model that the host stands for.
  void SetUp() override {
    std::filesystem::create_directory(folder_ + "/devices");
    const std::string profile = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/devices/h200.json");
    std::ofstream(folder_ + "/devices/second.json") << profile << "\n";
    std::ofstream(folder_ + "/slow.yaml") << "experiment: slow\nabout: Takes seconds.\nfamily: planted\ngrid:\n  n: "
                                             "{from: 1, to: 60, step: 1}\n  kernel: [right]\n  blocks: 1\n  warps: 1\n"
                                             "measure: {cache: cold, samples: {min: 3, max: 3}, time_limit: 10 s}\n";
    std::ofstream(folder_ + "/short.yaml")
        << "experiment: short\nabout: Of few points.\nfamily: planted\ngrid: {n: {from: "
           "1, to: 4, step: 1}, kernel: [right], blocks: 1, warps: 1}\n";
  }
  std::vector<std::string> command(const std::string& shard, const std::string& device,
                                   const std::string& experiment = "./slow.yaml") const {
    return {"run", experiment, "--shard", shard, "--campaign", kCampaign, "--device", device, "--quiet"};
  }
  Ended run(const std::string& shard, const std::string& device, const std::string& experiment = "./slow.yaml") const {
    return warpledger(command(shard, device, experiment), folder_);
  }
  /// Stops it when it has begun.
  void begin(const std::string& shard, const std::string& device) const {
    Background process(command(shard, device), folder_, "begin");
    const char* begun = "SELECT count(*) AS runs FROM runs WHERE recorded_points > 0 AND outcome = 'open'";
    while (!process.exit_code() && query(begun) != "runs\n1\n") continue;
    process.send(SIGTERM);
    EXPECT_EQ(process.wait().exit_code, 1);
  }
  std::string query(const std::string& sql) const { return warpledger({"query", "--format", "csv", sql}, folder_).out; }

  std::string folder_ = fresh_folder();
};

TEST_F(Shards, AreTogetherThePlan) {
  for (const char* shard : {"1/3", "2/3", "3/3"}) EXPECT_EQ(run(shard, "host", "many").exit_code, 0) << shard;
  EXPECT_EQ(query("SELECT count(*) AS n, count(DISTINCT identity) AS different FROM points WHERE outcome = 'ok'"),
            "n,different\n40,40\n");
  EXPECT_EQ(query("SELECT shard, planned_points, recorded_points, campaign FROM runs ORDER BY shard"),
            std::string("shard,planned_points,recorded_points,campaign\n1/3,14,14,") + kCampaign + "\n2/3,13,13," +
                kCampaign + "\n3/3,13,13," + kCampaign + "\n");
  std::vector<std::string> in_capitals = command("2/3", "host", "many");
  in_capitals.insert(in_capitals.end(), {"--format", "json"});
  std::ranges::replace(in_capitals, kCampaign, "01234567-89AB-CDEF-0123-456789ABCDEF");
  const Ended again = warpledger(in_capitals, folder_);
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.out, testing::ContainsRegex("\"run_uuid\": \"[0-9a-f]{8}-"));
  EXPECT_EQ(again.err, "shard 2/3 is finished: all of its 13 points are recorded\n");
}

TEST_F(Shards, AreListedByPlanAsTheyAreRun) {
  const std::string lines = shell(
                                "for i in 1 2 3; do warpledger plan many --device host --shard $i/3 --format json; "
                                "done | wc -l; warpledger plan many --device host --shard 2/3 --limit 1; "
                                "warpledger plan many --device host --shard 2/3 --limit 4 --format json | wc -l",
                                folder_)
                                .out;
  EXPECT_THAT(lines, testing::StartsWith("40\n"));
  EXPECT_THAT(lines, HasSubstr("\n... and 12 more"));
  EXPECT_THAT(lines, HasSubstr(": shard 2/3, 13 of 40 points; "));
  EXPECT_THAT(lines, testing::EndsWith("\n4\n"));
}

TEST_F(Shards, GoOnWhereTheyWereStoppedOnTheSameDeviceAsTheSameRun) {
  begin("1/2", "host:h200");
  const Ended rest = run("1/2", "host:h200");
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(query("SELECT outcome, planned_points, recorded_points FROM runs"),
            "outcome,planned_points,recorded_points\nfinished,30,30\n");
}

TEST_F(Shards, GoOnAsASiblingOnAnotherDeviceOfTheModelAndOnNoOtherModel) {
  begin("1/2", "host:h200");
  const Ended other = run("1/2", "host:rtx4090");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr(std::string("shard 1/2 of campaign ") + kCampaign +
                                   " was begun on CPU as NVIDIA H200, not on CPU as NVIDIA GeForce RTX 4090\nhint: "));
  EXPECT_EQ(run("1/2", "host:second").exit_code, 0);
  EXPECT_EQ(query("SELECT count(*) AS n, count(DISTINCT identity) AS different FROM points"), "n,different\n30,30\n");
  EXPECT_EQ(query("SELECT count(*) AS runs, count(DISTINCT device_uuid) AS devices, sum(recorded_points) AS points, "
                  "max(planned_points) AS planned FROM runs"),
            "runs,devices,points,planned\n2,2,30,30\n");
  const Ended first = warpledger({"run", "--resume",
                                  query("SELECT run_uuid FROM runs WHERE outcome = "
                                        "'interrupted'")
                                      .substr(9, 8)},
                                 folder_);
  EXPECT_EQ(first.exit_code, 2);
  EXPECT_THAT(first.err, HasSubstr("has gone on with its shard, 1/2"));
}

TEST_F(Shards, AreRefusedWithOtherSettingsThanTheyBeganWith) {
  begin("1/2", "host");
  std::vector<std::string> words = command("1/2", "host");
  words.insert(words.end(), {"--seed", "7"});
  const Ended other = warpledger(words, folder_);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr(" was begun with other settings\n  then: "));
}

TEST_F(Shards, OfACampaignAreOfOnePlan) {
  ASSERT_EQ(run("1/2", "host", "./short.yaml").exit_code, 0);
  const Ended thirds = run("2/3", "host", "./short.yaml");
  EXPECT_EQ(thirds.exit_code, 2);
  EXPECT_THAT(thirds.err, HasSubstr(" is in 2 shards of short, not 3\nhint: "));
  shell("sed -i 's/to: 4/to: 5/' short.yaml", folder_);
  const Ended longer = run("2/2", "host", "./short.yaml");
  EXPECT_EQ(longer.exit_code, 2);
  EXPECT_THAT(longer.err, HasSubstr("short.yaml has changed since it began"));
  EXPECT_THAT(longer.err, HasSubstr("campaign 01234567-89ab-cdef-0123-456789abcdef cannot go on"));
  EXPECT_THAT(longer.err, Not(HasSubstr("cannot be resumed")));
  shell("sed -i 's/to: 5/to: 4/' short.yaml", folder_);
  EXPECT_EQ(run("2/2", "host", "./short.yaml").exit_code, 0);
  EXPECT_EQ(query("SELECT count(*) AS n, count(DISTINCT identity) AS different FROM points"), "n,different\n4,4\n");
}

TEST_F(Shards, ThatRanDifferentSourcesAreToldOfOnThePageOfTheirCampaign) {
  ASSERT_EQ(run("1/2", "host", "./short.yaml").exit_code, 0);
  std::filesystem::rename(folder_ + "/results.db", folder_ + "/first.db");
  EXPECT_THAT(shell("warpledger report --campaign --db first.db", folder_).out, Not(HasSubstr("NOT COMPARABLE")));
  shell("sed -i 's/Of few points/Changed/' short.yaml", folder_);
  ASSERT_EQ(run("2/2", "host", "./short.yaml").exit_code, 0);
  const Ended page = shell(
      "warpledger ledger merge first.db results.db --db all.db && warpledger report --campaign --db all.db", folder_);
  EXPECT_THAT(page.out, HasSubstr("NOT COMPARABLE"));
  EXPECT_THAT(page.out, HasSubstr("experiments/short.yaml"));
}

/// The tasks of a campaign, without Slurm.
TEST_F(Shards, OfTasksBetweenWhichAFileWasChangedAreTold) {
  const auto task = [&](const std::string& number) {
    return shell("SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=" + number + " bash c/run.sbatch", folder_);
  };
  ASSERT_EQ(shell("warpledger slurm ./short.yaml --gpus 2 --device host --output c", folder_).exit_code, 0);
  ASSERT_EQ(task("1").exit_code, 0);
  shell("sed -i 's/to: 4/to: 5/' short.yaml", folder_);
  ASSERT_EQ(task("2").exit_code, 0);
  for (const char* question : {"--status", "--merge"}) {
    const Ended told = warpledger({"slurm", question, "c"}, folder_);
    EXPECT_EQ(told.exit_code, 1) << question;
    EXPECT_THAT(told.err, HasSubstr("short: task 2 measured another experiments/short.yaml than task 1: "));
  }
}

/// As `scancel` does, and more than once: to the script and all that it has started.
TEST_F(Shards, OfATaskThatIsToldToStopAgainAndAgainAreBroughtHome) {
  ASSERT_EQ(shell("warpledger slurm ./slow.yaml --gpus 1 --device host --output c", folder_).exit_code, 0);
  const Ended told = shell(
      "export SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=1 TMPDIR=$PWD; setsid bash c/run.sbatch >log 2>&1 & pid=$!; "
      "until warpledger query --db warpledger.*/ledger.db --format csv 'SELECT count(*) AS n FROM points' 2>/dev/null "
      "| "
      "grep -q '^[1-9]'; do :; done; "
      "for i in $(seq 200); do kill -TERM -$pid 2>/dev/null || break; sleep 0.02; done; wait $pid; ls c/ledgers",
      folder_);
  EXPECT_EQ(told.out, "1.5.0.db\n") << read_file(folder_ + "/log");
  EXPECT_EQ(shell("warpledger query --db c/ledgers/1.5.0.db --format csv 'SELECT outcome FROM runs'", folder_).out,
            "outcome\ninterrupted\n");
}

TEST_F(Shards, AreToldAboutHowLongTheyTakeByAnEarlierRun) {
  const auto written = [&](const std::string& options) {
    static int count = 0;
    return shell("warpledger slurm ./slow.yaml --output " + std::to_string(++count) + " " + options, folder_);
  };
  EXPECT_THAT(written("--gpus 1 --device host").out, Not(HasSubstr("about")));
  ASSERT_EQ(warpledger({"run", "./slow.yaml", "--device", "host", "--quiet"}, folder_).exit_code, 0);
  const std::string seconds = query(
      "SELECT sum(julianday(stopped_utc) - julianday(started_utc)) * 86400 AS s FROM "
      "run_starts");
  const double whole_s = std::stod(seconds.substr(2));
  const std::string how = ", as slow did on CPU as NVIDIA GeForce RTX 4090 in results.db";
  EXPECT_THAT(written("--gpus 1 --device host").out,
              HasSubstr("each task takes about " + human_seconds(whole_s) + how + "\n"));
  EXPECT_THAT(written("--gpus 2 --device host").out,
              HasSubstr("each task takes about " + human_seconds(whole_s / 2) + how));
  const Ended half = written("--gpus 1 --device host --set n=1,2,3 --time 0:1:0");
  EXPECT_THAT(half.out, HasSubstr("each task takes about " + human_seconds(whole_s / 20) + how));
  EXPECT_EQ(half.err,
            "--time 0:1:0 is shorter: such tasks stop 120 s before it and queue again for what is left; --time 3 "
            "should do\n");
  EXPECT_THAT(written("--gpus a100:1").out, Not(HasSubstr("about"))) << "a host says nothing about GPUs";
}

TEST_F(Shards, AreRefusedThatAreNone) {
  for (const char* shard : {"0/3", "4/3", "x/y", "1"}) {
    const Ended ended = run(shard, "host", "many");
    EXPECT_EQ(ended.exit_code, 2) << shard;
    EXPECT_THAT(ended.err, HasSubstr("warpledger: --shard: ")) << shard;
  }
  const Ended empty = run("50/50", "host", "many");
  EXPECT_EQ(empty.exit_code, 0);
  EXPECT_EQ(empty.err, "shard 50/50 is empty: many has 40 points\n");
}

}  // namespace
}  // namespace warpledger::e2e
