// What a ledger keeps of a run's files: `show`, `checkout`, `compare --sources` and `rerun`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A folder with an experiment, its family and a run of two points; the ledger is data/results.db.
class StoredRunFiles : public testing::Test {
 protected:
  StoredRunFiles() {
    const fs::path source = WARPLEDGER_SOURCE_DIR;
    fs::create_directories(folder_ + "/experiments");
    fs::create_directories(folder_ + "/kernels");
    fs::copy(source / "kernels/norm", folder_ + "/kernels/norm", fs::copy_options::recursive);
    std::ofstream(folder_ + "/experiments/mine.yaml")
        << "experiment: mine\nabout: A test.\nfamily: norm\n"
           "grid:\n  d_l: [4, 8]\n  kernel: [norm_base]\n  blocks: 0\n  warps: [1, 2]\n"
           "derive:\n  n_l: 1024\n"
           "measure: {samples: {min: 5, max: 5}}\n";
    ok("run mine --set warps=2 --seed 7 --quiet --device " + device_under_test());
  }

  /// What the command prints; it ends with 0.
  std::string ok(const std::string& command) const {
    const Ended ended = shell("warpledger " + command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.err;
    return ended.out;
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder_).out);
  }
  /// As if years had passed.
  void lose_the_working_tree() const {
    fs::remove_all(folder_ + "/experiments");
    std::ofstream(folder_ + "/kernels/norm/norm_base.cu") << "not the kernel any more\n";
  }
  void change(const std::string& file, const std::string& line) const {
    std::ofstream(folder_ + "/" + file, std::ios::app) << line << "\n";
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(StoredRunFiles, AreMeasuredAgainThoughTheWorkingTreeIsAnother) {
  lose_the_working_tree();
  EXPECT_THAT(ok("rerun latest --quiet"), ContainsRegex("run [0-9a-f]{8} measured run [0-9a-f]{8} again"));
  const auto runs = json(
      "SELECT run_uuid, seed, experiment, json_extract(settings, '$.rerun_of') AS of FROM runs "
      "ORDER BY started_utc");
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs[1].at("of"), runs[0].at("run_uuid"));
  EXPECT_EQ(runs[1].at("seed"), "7");
  EXPECT_EQ(runs[1].at("experiment"), "mine");
  // A point's key is of its source, inputs and launch.
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points").at(0).at("n"), 2);
  EXPECT_EQ(json("SELECT count(*) AS n FROM points WHERE outcome = 'ok'").at(0).at("n"), 4);
  EXPECT_THAT(ok("compare latest~1 latest --sources"), HasSubstr("the runs' files are the same"));
  EXPECT_THAT(ok("show latest"), AllOf(HasSubstr("rerun of"), HasSubstr("the one before: unchanged")));
  EXPECT_FALSE(fs::exists(folder_ + "/experiments"));
}

TEST_F(StoredRunFiles, AreThereAgainForARerunThatIsResumed) {
  if (shell("sqlite3 --version", folder_).exit_code != 0) GTEST_SKIP() << "no sqlite3; hint: scripts/setup test";
  lose_the_working_tree();
  ok("rerun latest --quiet");
  // As if its process had died before it ended.
  const Ended died = shell(
      "sqlite3 results.db \"DROP TRIGGER run_stop_no_delete; DELETE FROM run_stop WHERE start >> 16 IN "
      "(SELECT id FROM run WHERE settings LIKE '%rerun_of%'); CREATE TRIGGER run_stop_no_delete BEFORE DELETE ON "
      "run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END\"",
      folder_);
  ASSERT_EQ(died.exit_code, 0) << died.err;
  EXPECT_EQ(json("SELECT outcome FROM runs ORDER BY started_utc").at(1).at("outcome"), "open");
  ok("run --resume latest --quiet");
  EXPECT_EQ(json("SELECT outcome FROM runs ORDER BY started_utc").at(1).at("outcome"), "finished");
}

TEST_F(StoredRunFiles, OfAShardAreMeasuredAgainForItsPointsAlone) {
  ok("run mine --quiet --shard 2/2 --campaign 0f8fad5b-d9cb-469f-a165-70867728950e --device " + device_under_test());
  ok("rerun latest --quiet");
  const auto runs = json(
      "SELECT planned_points, (SELECT group_concat(identity) FROM points WHERE points.run = runs.run) AS points "
      "FROM runs ORDER BY started_utc DESC LIMIT 2");
  EXPECT_EQ(runs.at(0), runs.at(1));
  EXPECT_EQ(runs.at(0).at("planned_points"), 2);  // of four
}

TEST_F(StoredRunFiles, AreUntrustedCodeOnAHost) {
  ok("rerun latest --quiet");
  const auto runs = json("SELECT json_extract(settings, '$.untrusted') AS untrusted FROM runs ORDER BY started_utc");
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs[0].at("untrusted"), 0);
  EXPECT_EQ(runs[1].at("untrusted"), on_cuda() ? 0 : 1);
}

TEST_F(StoredRunFiles, OfASubmissionAreMeasuredAgainUnderItsName) {
  fs::create_directory(folder_ + "/hers");
  fs::copy(folder_ + "/kernels/norm/norm_base.cu", folder_ + "/hers/own_name.cu");
  ok("run mine --set warps=1 --submission hers/own_name.cu --submission-name anna --quiet --device " +
     device_under_test());
  fs::remove_all(folder_ + "/hers");
  lose_the_working_tree();
  ok("rerun submission:anna --quiet");
  const auto runs = json("SELECT submission, ok_points FROM runs ORDER BY started_utc");
  ASSERT_EQ(runs.size(), 3);
  EXPECT_EQ(runs[2], nlohmann::json({{"submission", "anna"}, {"ok_points", 2}}));
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points WHERE submission = 'anna'").at(0).at("n"), 2);
}

TEST_F(StoredRunFiles, MeasuredOnAnotherDeviceSaySo) {
  if (on_cuda()) GTEST_SKIP() << "of devices that the host stands for";
  const Ended other = shell("warpledger rerun latest --device host:h200", folder_);
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.err, HasSubstr("another device: then CPU"));
}

TEST_F(StoredRunFiles, ThatTheLedgerDoesNotHaveAreNamed) {
  ok("example year.db");
  const Ended refused = shell("warpledger rerun latest --db year.db", folder_);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("the ledger does not have the family of run"));
  EXPECT_EQ(shell("warpledger rerun 0000", folder_).exit_code, 2);
}

TEST_F(StoredRunFiles, AreCheckedOutIntoANewFolder) {
  const std::string experiment = read_file(folder_ + "/experiments/mine.yaml");
  lose_the_working_tree();
  EXPECT_THAT(ok("checkout latest then"), HasSubstr(" are in then\n"));
  EXPECT_EQ(read_file(folder_ + "/then/experiments/mine.yaml"), experiment);
  EXPECT_EQ(read_file(folder_ + "/then/kernels/norm/norm_base.cu"),
            read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/kernels/norm/norm_base.cu"));
  const Ended again = shell("warpledger checkout latest then", folder_);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("this folder is not empty"));
}

TEST_F(StoredRunFiles, ThatChangedAreAUnifiedDiff) {
  change("kernels/norm/norm_base.cu", "// new");
  ok("run mine --set warps=2 --quiet --device " + device_under_test());
  const std::string diff = "--- a/kernels/norm/norm_base.cu\n+++ b/kernels/norm/norm_base.cu\n@@ ";
  EXPECT_THAT(ok("compare latest~1 latest --sources"), AllOf(HasSubstr(diff), HasSubstr("\n+// new\n")));
  EXPECT_THAT(ok("show latest"), AllOf(HasSubstr("the one before: changed\n" + diff), HasSubstr("\n+// new\n")));
  EXPECT_THAT(ok("show latest~1"), Not(HasSubstr("the one before")));
}

}  // namespace
}  // namespace warpledger::e2e
