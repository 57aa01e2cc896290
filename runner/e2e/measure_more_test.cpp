// `warpledger compare --measure-more`: points of two stored runs, measured again in turn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

/// A folder with an experiment of two kernels and its family.
class MeasureMore : public testing::Test {
 protected:
  MeasureMore() {
    fs::create_directories(folder_ + "/experiments");
    fs::create_directories(folder_ + "/kernels");
    fs::copy(fs::path(WARPLEDGER_SOURCE_DIR) / "kernels/norm", folder_ + "/kernels/norm", fs::copy_options::recursive);
    std::ofstream(folder_ + "/experiments/mine.yaml")
        << "experiment: mine\nabout: A test.\nfamily: norm\n"
           "grid:\n  d_l: 4\n  kernel: [norm_base, norm_group: {grp_size: 2}]\n  blocks: 0\n  warps: 1\n"
           "derive:\n  n_l: 256\n"
           "measure: {samples: {min: 5, max: 5}}\n";
  }

  void run() const { ok("run mine --quiet --device " + device_under_test()); }
  std::string ok(const std::string& command) const {
    const Ended ended = shell("warpledger " + command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.err;
    return ended.out;
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder_).out);
  }
  void add_to_source(const std::string& line) const {
    std::ofstream(folder_ + "/kernels/norm/norm_base.cu", std::ios::app) << line << "\n";
  }
  /// By a factor that no disturbance of a machine reaches.
  void make_the_kernel_slow() const {
    std::string text = read_file(folder_ + "/kernels/norm/norm_base.cu");
    const std::size_t body = text.find("{", text.find("__global__"));
    text.insert(body + 1, "\n  for (volatile int i = 0; i < 2000; ++i) {\n  }\n");
    std::ofstream(folder_ + "/kernels/norm/norm_base.cu") << text;
  }
  /// The runs that were measured in turn, as made.
  nlohmann::json runs_in_turn() const {
    return json(
        "SELECT run_uuid, outcome, planned_points, recorded_points, ok_points, "
        "json_extract(settings, '$.rerun_of') AS of, json_extract(settings, '$.in_turn') AS in_turn FROM runs "
        "WHERE json_extract(settings, '$.in_turn') IS NOT NULL ORDER BY started_utc");
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(MeasureMore, StoresTwoRunsThatNameThoseThatTheyRepeat) {
  run();
  run();
  fs::remove_all(folder_ + "/kernels");
  const Ended ended = shell("warpledger compare latest~1 latest --measure-more --budget 1s", folder_);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.err, ContainsRegex("^measuring [12] points? of both runs in turn on "));
  EXPECT_THAT(ended.out,
              ContainsRegex("\nmeasured again, in turn, where these left a point INCONCLUSIVE: [12] points?,"));
  const auto all = json("SELECT run_uuid FROM runs ORDER BY started_utc"), made = runs_in_turn();
  ASSERT_EQ(all.size(), 4u);
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].at("in_turn"), made[1].at("in_turn"));
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_EQ(made[side].at("of"), all[side].at("run_uuid"));
    EXPECT_GE(made[side].at("ok_points"), 1);
  }
  EXPECT_EQ(json("SELECT DISTINCT key FROM points").size(), 2u) << "the same experiment on the same sources";
  EXPECT_EQ(json("SELECT count(*) AS n FROM metrics WHERE name = 'rounds_in_turn' AND value >= 1")[0].at("n"),
            2 * made[0].at("recorded_points").get<int>());
  EXPECT_THAT(ok("ledger check"), HasSubstr("runs"));
}

TEST_F(MeasureMore, ComparesTwoKernelsOfOneRun) {
  run();
  ok("compare kernel:norm_base kernel:norm_group --measure-more --budget 1s");
  const auto made = runs_in_turn();
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].at("of"), made[1].at("of"));
  const auto kernels = json(
      "SELECT kernel FROM points JOIN runs USING (run) WHERE json_extract(settings, '$.in_turn') IS NOT NULL "
      "ORDER BY runs.started_utc");
  EXPECT_EQ(kernels, nlohmann::json::parse(R"([{"kernel": "norm_base"}, {"kernel": "norm_group"}])"));
}

TEST_F(MeasureMore, TellsThatASideDoesNotCompileAnyMore) {
  const std::string needed = folder_ + "/needed.h";
  std::ofstream(needed) << "\n";
  run();
  add_to_source("#if !__has_include(\"" + needed + "\")\n#error it is gone\n#endif");
  run();
  fs::remove(needed);
  const Ended ended = shell("WARPLEDGER_CACHE=" + folder_ +
                                "/cache warpledger compare latest~1 latest --where kernel:norm_base --measure-more "
                                "--budget 1s",
                            folder_);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("compile_failed after"));
  const auto made = runs_in_turn();
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].at("ok_points"), 1);
  EXPECT_EQ(made[1].at("recorded_points"), 1);
  EXPECT_EQ(made[1].at("ok_points"), 0);
}

TEST_F(MeasureMore, StopsBetweenTurnsAndLeavesValidRuns) {
  run();
  run();
  Background process({"compare", "latest~1", "latest", "--measure-more", "--threshold", "0.01%", "--budget", "600s"},
                     folder_, "compare");
  ASSERT_TRUE(process.wait_until_it_says("after 9 rounds"));
  process.send(SIGINT);
  const Ended ended = process.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("finishing the current points, then stopping"));
  const auto made = runs_in_turn();
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].at("recorded_points"), made[1].at("recorded_points"));
  const Ended resumed = warpledger({"run", "--resume"}, folder_);
  EXPECT_EQ(resumed.exit_code, 2);
  EXPECT_THAT(resumed.err, HasSubstr("it was measured in turn with another one"));
}

TEST_F(MeasureMore, StoresNothingWithoutATurn) {
  run();
  run();
  const Ended ended = warpledger({"compare", "latest~1", "latest", "--measure-more", "--budget", "1ms"}, folder_);
  // The first turn may have begun within the millisecond; then there are two runs with it.
  const bool measured = ended.exit_code == 0;
  EXPECT_EQ(json("SELECT count(*) AS n FROM runs")[0].at("n"), measured ? 4 : 2) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr(measured ? "in turn on" : "the budget was spent before a point was measured"));
}

TEST_F(MeasureMore, LeavesPointsThatFailedAlone) {
  for (int i = 0; i < 2; ++i) warpledger({"run", "planted", "--set", "kernel=never_runs", "--device", "host"}, folder_);
  const Ended ended = warpledger({"compare", "latest~1", "latest", "--measure-more"}, folder_);
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.err, "no point that was measured is INCONCLUSIVE: nothing is measured\n");
  EXPECT_EQ(json("SELECT count(*) AS n FROM runs")[0].at("n"), 2);
}

TEST_F(MeasureMore, IsRefusedWithoutSources) {
  ok("example year.db");
  const Ended refused = shell(
      "warpledger compare latest~1 latest --where 'device:GPU B' --measure-more --device host --db year.db", folder_);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("the ledger does not have the family of run"));
  EXPECT_THAT(shell("warpledger compare latest~1 latest --budget 1s", folder_).err,
              AllOf(HasSubstr("--budget"), HasSubstr("--measure-more")));
  EXPECT_THAT(shell("warpledger compare latest~1 latest --measure-more --budget much --db year.db", folder_).err,
              StartsWith("warpledger: --budget: "));
}

TEST_F(MeasureMore, FailsOnSlowerSources) {
  if (on_cuda()) GTEST_SKIP() << "a GPU's compiler may remove the loop";
  run();
  make_the_kernel_slow();
  run();
  const Ended ended =
      shell("warpledger compare latest~1 latest --where kernel:norm_base --measure-more --budget 100s --fail-on slower",
            folder_);
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("SLOWER"));
}

}  // namespace
}  // namespace warpledger::e2e
