// One experiment on several devices at once, as a user has it: the host stands for each of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "base/cores.h"
#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

class Campaign : public testing::Test {
 protected:
  Ended run(const std::vector<std::string>& arguments) const { return warpledger(arguments, folder_); }

  /// The answer of one SELECT, a line a row.
  std::string rows(const std::string& sql) const {
    const std::string csv = run({"query", sql, "--format", "csv"}).out;
    return csv.substr(csv.find('\n') + 1);
  }

  /// Of each device of the newest campaign: points that are recorded for it, at how many places, and crashed ones.
  std::string points_by_device() const {
    return rows(
        "SELECT json_extract(r.settings, '$.campaign.of_device') AS of_device, count(*), count(DISTINCT p.ordinal), "
        "sum(p.outcome = 'crashed') FROM runs AS r JOIN points AS p ON p.run = r.run WHERE r.campaign = (SELECT "
        "campaign FROM runs ORDER BY started_utc DESC LIMIT 1) GROUP BY of_device");
  }

  /// The worker of `process` whose command line names `device`.
  static std::optional<pid_t> worker_for(const Background& process, const std::string& device) {
    for (const pid_t worker : process.workers()) {
      std::stringstream words;
      words << std::ifstream("/proc/" + std::to_string(worker) + "/cmdline").rdbuf();
      for (std::string word; std::getline(words, word, '\0');)
        if (word == device) return worker;
    }
    return std::nullopt;
  }

  /// A device of the test's own, which it can take away.
  void make_device(const std::string& name) const {
    shell("mkdir -p devices && sed 's/RTX 4090/" + name + "/' \"$WARPLEDGER_HOME\"/devices/rtx4090.json > devices/" +
              name + ".json",
          folder_);
  }

  /// Takes the profile `name` away while `many` is under way on `devices`, and the worker of host:<name> with it.
  Ended losing(const std::string& name, const std::string& devices) const {
    Background process({"run", "many", "--device", devices}, folder_, "losing");
    EXPECT_TRUE(process.wait_until_it_says("host:" + name + ": many on "));
    if (devices.find(":2") != std::string::npos) {
      EXPECT_TRUE(process.wait_until_it_says("host:" + name + ":2: many on "));
    }
    shell("mv devices/" + name + ".json .", folder_);
    if (const auto worker = worker_for(process, "host:" + name)) kill(*worker, SIGKILL);
    return process.wait();
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(Campaign, MeasuresTheWholePlanOnEachDeviceAndTellsThemApartOnOnePage) {
  const Ended ended = run({"run", "many", "--device", "host,host,host:h200", "--set", "n=1,2,3"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.err,
              HasSubstr("host:rtx4090:2: many on CPU as NVIDIA GeForce RTX 4090 (host:rtx4090:2): 3 points"));
  EXPECT_THAT(ended.err, ContainsRegex("\nhost:h200: 3 of 3 points in .*: 3 ok\n"));
  EXPECT_THAT(ended.out, HasSubstr("Devices: 3. Points planned: 9, recorded: 9, ok: 9."));
  for (const char* device : {"host:rtx4090", "host:rtx4090:2", "host:h200"})
    EXPECT_THAT(ended.out, ContainsRegex("n=3 +1 +1 " + std::string(device) + " +[0-9]")) << device;
  EXPECT_EQ(points_by_device(), "host:h200,3,3,0\nhost:rtx4090,3,3,0\nhost:rtx4090:2,3,3,0\n");
  EXPECT_EQ(run({"report", "--campaign"}).out, ended.out);
  EXPECT_THAT(run({"ledger", "check"}).exit_code, 0);
}

TEST_F(Campaign, DealsTheCoresOutToTheHostsThatMeasureAtOnce) {
  const char* cores =
      "SELECT CAST(value AS INTEGER) AS cores FROM environments WHERE name = 'cpu_cores' ORDER BY cores";
  EXPECT_EQ(run({"run", "many", "--device", "host", "--set", "n=1", "--quiet"}).exit_code, 0);
  EXPECT_EQ(run({"run", "many", "--device", "host,host", "--set", "n=1", "--quiet"}).exit_code, 0);
  std::istringstream rows(run({"query", cores, "--format", "csv"}).out);
  std::string header;
  int first = 0, second = 0, alone = 0;
  rows >> header >> first >> second >> alone;
  EXPECT_EQ(alone, static_cast<int>(usable_cores()));
  EXPECT_EQ(first + second, std::max(2, alone));  // one core is shared
}

TEST_F(Campaign, PrintsASummaryForPrograms) {
  const Ended ended = run({"run", "many", "--device", "host,host", "--set", "n=1", "--quiet", "--format", "json"});
  EXPECT_THAT(ended.out, HasSubstr("\"devices\": [\n    \"host:rtx4090\",\n    \"host:rtx4090:2\"\n  ]"));
  EXPECT_THAT(ended.out, HasSubstr("\"left_points\": 0"));
}

TEST_F(Campaign, RefusesADeviceThatIsNotThereOrListedTwiceBeforeAnythingRuns) {
  for (const char* devices :
       {"host,GPU-00000000", "host,host:rtx4090:1,host:rtx4090:2", "all:no-such-model", "host,"}) {
    const Ended ended = run({"run", "many", "--device", devices});
    EXPECT_EQ(ended.exit_code, 2) << devices;
    EXPECT_THAT(ended.err, ContainsRegex("there is no device|is listed twice")) << devices;
  }
  EXPECT_NE(shell("test -e results.db", folder_).exit_code, 0);
}

TEST_F(Campaign, LosesOnePointToAWorkerThatIsKilled) {
  Background process({"run", "many", "--device", "host,host"}, folder_, "killed");
  ASSERT_TRUE(process.wait_until_it_says("host:rtx4090:2: many on "));
  if (const auto worker = worker_for(process, "host:rtx4090:2")) kill(*worker, SIGKILL);
  EXPECT_LT(process.wait().exit_code, 2);
  EXPECT_THAT(points_by_device(), ContainsRegex("^host:rtx4090,40,40,0\nhost:rtx4090:2,40,40,[01]\n$"));
}

TEST_F(Campaign, IsResumedByThePrintedCommandAfterAStop) {
  Background process({"run", "many", "--device", "host,host"}, folder_, "stopped");
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  process.send(SIGINT);
  const Ended first = process.wait();
  EXPECT_EQ(first.exit_code, 1);
  const std::string start = "interrupted; resume it with: ";
  ASSERT_THAT(first.err, HasSubstr(start));
  const std::string command = first.err.substr(first.err.find(start) + start.size());
  EXPECT_EQ(shell(command, folder_).exit_code, 0);
  EXPECT_EQ(points_by_device(), "host:rtx4090,40,40,0\nhost:rtx4090:2,40,40,0\n");
  EXPECT_THAT(run({"run", "--resume"}).err, ContainsRegex("^campaign [0-9a-f]{8} is finished"));
}

TEST_F(Campaign, IsWholeAfterProgramAndWorkersWereKilledAtRandom) {
  std::mt19937 random(20261125);
  std::uniform_int_distribution<int> moment_ms(20, 250), choice(0, 2);
  std::vector<std::string> command = {"run", "many", "--device", "host,host,host", "--quiet"};
  for (int kills = 0; kills < 8; ++kills) {
    Background process(command, folder_, "night");
    std::this_thread::sleep_for(std::chrono::milliseconds(moment_ms(random)));
    const std::vector<pid_t> workers = process.workers();
    if (choice(random) == 0 && !workers.empty()) kill(workers.back(), SIGKILL);
    process.send(SIGKILL);
    process.wait();
    if (!rows("SELECT 1 FROM runs").empty()) command = {"run", "--resume", "--quiet"};
  }
  EXPECT_LT(run(command).exit_code, 2);
  EXPECT_EQ(rows("SELECT count(DISTINCT campaign) FROM runs"), "1\n");
  EXPECT_THAT(points_by_device(),
              ContainsRegex("^host:rtx4090,40,40,[0-9]+\nhost:rtx4090:2,40,40,[0-9]+\nhost:rtx4090:3,40,40,[0-9]+\n$"));
  EXPECT_EQ(run({"ledger", "check"}).exit_code, 0);
}

TEST_F(Campaign, GoesOnAtAnotherDeviceOfTheModelWhereOneIsLost) {
  make_device("mine");
  const Ended ended = losing("mine", "host:mine,host:mine:2,host:h200");
  EXPECT_EQ(ended.exit_code, 1) << ended.err;  // the point whose worker was killed
  EXPECT_THAT(ended.err, HasSubstr("host:mine: this device failed: device lost: "));
  EXPECT_THAT(ended.err, ContainsRegex("going on for host:mine, [0-9]+ points\n"));
  EXPECT_EQ(points_by_device(), "host:h200,40,40,0\nhost:mine,40,40,1\nhost:mine:2,40,40,0\n");
}

TEST_F(Campaign, TellsLostHardwareFromAWrongKernelAndIsResumedOnAnotherDeviceOfTheModelOnly) {
  make_device("mine");
  const Ended ended = losing("mine", "host:mine,host:h200");
  EXPECT_EQ(ended.exit_code, 3) << ended.err;
  EXPECT_THAT(ended.err, ContainsRegex("[0-9]+ of 80 points are left: CPU as NVIDIA GeForce mine failed"));
  shell("mv mine.json devices", folder_);
  const Ended other = run({"run", "--resume", "--device", "host:rtx4090"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("none of its points are left for that model"));
  EXPECT_EQ(run({"run", "--resume", "--device", "host:mine:2", "--quiet"}).exit_code, 1);
  EXPECT_EQ(points_by_device(), "host:h200,40,40,0\nhost:mine,40,40,1\n");
}

TEST_F(Campaign, SharesThePlanWithAnAnchorOnEachDevice) {
  const Ended ended = run({"run", "many", "--device", "host,host", "--split"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("Devices: 2. Points planned: 40, recorded: 40, ok: 40."));
  EXPECT_THAT(ended.out, ContainsRegex("\nhost:rtx4090:2 +[^\n]* [0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+\n\nRuns\n"));
  EXPECT_EQ(rows("SELECT count(*), count(DISTINCT ordinal) FROM points"), "43,40\n") << "40, an anchor more, two after";
  EXPECT_THAT(run({"run", "--resume"}).err, ContainsRegex("^campaign [0-9a-f]{8} is finished"));
  EXPECT_EQ(rows("SELECT planned_points > 1 FROM run_info"), "1\n") << "the latest run is that of an anchor";
}

TEST_F(Campaign, ThatSplitsGivesADeviceThatIsDoneHalfOfWhatASlowOneHasLeft) {
  Background process({"run", "many", "--device", "host,host", "--split"}, folder_, "slow");
  ASSERT_TRUE(process.wait_until_it_says("host:rtx4090: many on "));
  const auto slow = worker_for(process, "host:rtx4090");
  ASSERT_TRUE(slow);
  kill(*slow, SIGSTOP);
  std::this_thread::sleep_for(std::chrono::seconds(5));
  kill(*slow, SIGCONT);
  const Ended ended = process.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.err, ContainsRegex("host:rtx4090: [0-9]+ points go to a device that is done"));
  EXPECT_THAT(ended.err, ContainsRegex("host:rtx4090:2: many on [^\n]*: going on for host:rtx4090, [0-9]+ points"));
  EXPECT_THAT(ended.out, HasSubstr("Devices: 2. Points planned: 40, recorded: 40, ok: 40."));
  EXPECT_EQ(rows("SELECT count(*), count(DISTINCT ordinal) FROM points"), "43,40\n") << "40, an anchor more, two after";
  EXPECT_EQ(rows("SELECT DISTINCT outcome, reason FROM runs"), "finished,\n");
  EXPECT_THAT(run({"run", "--resume"}).err, ContainsRegex("^campaign [0-9a-f]{8} is finished"));
}

TEST_F(Campaign, ThatSharesThePlanIsResumedWithWhatIsLeftOfEachShare) {
  Background process({"run", "many", "--device", "host,host", "--split"}, folder_, "killed");
  ASSERT_TRUE(process.wait_until_it_says("host:rtx4090:2: many on "));
  process.send(SIGKILL);
  process.wait();
  EXPECT_LT(run({"run", "--resume", "--quiet"}).exit_code, 2);
  EXPECT_EQ(rows("SELECT count(DISTINCT ordinal), count(DISTINCT campaign) FROM points JOIN runs USING (run)"),
            "40,1\n");
  EXPECT_EQ(rows("SELECT count(*) FROM (SELECT ordinal FROM points JOIN runs USING (run) WHERE json_extract(settings, "
                 "'$.campaign.is_anchor') IS NULL GROUP BY ordinal HAVING count(*) > 1)"),
            "1\n")
      << "another point than the anchor was measured twice";
}

TEST_F(Campaign, OfAListOfExperimentsIsOneEach) {
  const Ended ended = run({"run", "many", "squares", "--device", "host,host", "--set", "n=2,3"});
  EXPECT_THAT(ended.out, HasSubstr("many: a campaign"));
  EXPECT_THAT(ended.out, HasSubstr("squares: a campaign"));
  EXPECT_EQ(rows("SELECT count(*) || ' ' || count(DISTINCT campaign) FROM runs"), "4 2\n");
}

TEST_F(Campaign, OnGpusNamesEachByItsUuid) {
  if (!on_cuda()) GTEST_SKIP() << "needs a GPU";
  ASSERT_EQ(run({"run", "many", "--device", "all", "--set", "n=1,2", "--quiet"}).exit_code, 0);
  std::istringstream uuids(rows("SELECT device_uuid FROM runs ORDER BY device_uuid"));
  for (std::string uuid; std::getline(uuids, uuid);) {
    const Ended alone = run({"run", "many", "--device", uuid.substr(0, 12), "--set", "n=1", "--quiet"});
    EXPECT_EQ(alone.exit_code, 0) << alone.err;
    EXPECT_EQ(rows("SELECT device_uuid FROM runs ORDER BY started_utc DESC LIMIT 1"), uuid + "\n");
  }
  EXPECT_EQ(rows("SELECT count(*) = count(DISTINCT device_uuid) FROM runs WHERE campaign IS NOT NULL"), "1\n");
}

TEST(ExperimentList, IsReadWholeBeforeTheFirstIsMeasured) {
  const std::string folder = fresh_folder();
  EXPECT_EQ(warpledger({"run", "many", "no-such-experiment", "--device", "host"}, folder).exit_code, 2);
  EXPECT_NE(shell("test -e results.db", folder).exit_code, 0);
  const Ended number = warpledger({"run", "many", "3", "--device", "host"}, folder);
  EXPECT_THAT(number.err, HasSubstr("values of an experiment's own arguments follow --"));
}

TEST(ExperimentList, EndsWithTheWorstOfItsExperiments) {
  const std::string folder = fresh_folder();
  const Ended ended = warpledger({"run", "planted", "many", "--device", "host", "--quiet"}, folder);
  EXPECT_EQ(ended.exit_code, 1);
  const Ended names =
      warpledger({"query", "SELECT experiment FROM runs ORDER BY started_utc", "--format", "csv"}, folder);
  EXPECT_EQ(names.out, "experiment\nplanted\nmany\n");
}

}  // namespace
}  // namespace warpledger::e2e
