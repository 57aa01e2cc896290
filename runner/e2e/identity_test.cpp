// One identity of a point on every device, and a ledger of before that is brought up to it:
// testdata/before-identities.db has runs of 2026-11-28 on two GPUs that the host stood for, and one that was imported.
// Of the run `fixed` the axis is an error today, and of `mixed` one kernel does not use it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string rows(const std::string& folder, const std::string& sql) {
  const Ended ended = warpledger({"query", sql, "--format", "csv"}, folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return ended.out;
}

nlohmann::json json_of(const std::vector<std::string>& arguments, const std::string& folder) {
  const Ended ended = warpledger(arguments, folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return nlohmann::json::parse(ended.out, nullptr, false);
}

TEST(Identity, OfAKernelWithALaunchOfItsOwnIsTheSameOnTwoGpus) {
  const std::string folder = fresh_folder();
  for (const char* device : {"host:rtx4090", "host:h100-pcie"})
    ASSERT_EQ(warpledger({"run", "transpose", "--device", device, "--set", "kernel=transpose_shared", "--set",
                          "matrix=1", "--quiet"},
                         folder)
                  .exit_code,
              0);
  EXPECT_EQ(rows(folder, "SELECT DISTINCT identity, kernel_and_shape, \"grid\", \"block\", launch FROM points"),
            "identity,kernel_and_shape,grid,block,launch\n"
            "transpose_shared cols=31 rows=257,transpose_shared cols=31 rows=257,1x9,32x8,\"grid 1x9, block 32x8\"\n");
  const nlohmann::json compared = json_of({"compare", "latest~1", "latest", "--format", "json"}, folder);
  EXPECT_EQ(compared["points"].size(), 1);
  EXPECT_TRUE(compared["only_before"].empty() && compared["only_after"].empty());
}

TEST(Identity, OfASizeOverDeviceFactsJoinsAsAnotherProblem) {
  const std::string folder = fresh_folder();
  for (const char* device : {"host:rtx4090", "host:h100-pcie"})
    ASSERT_EQ(warpledger({"run", "lsu-2024-hw01", "--device", device, "--set", "d_l=32", "--set", "warps=4", "--set",
                          "input_mib=-0.001", "--set", "grp_size=4", "--quiet"},
                         folder)
                  .exit_code,
              0);
  const nlohmann::json compared = json_of({"compare", "latest~1", "latest", "--format", "json"}, folder);
  EXPECT_EQ(compared["other_problems"].size(), 2);
  EXPECT_TRUE(compared["only_before"].empty() && compared["only_after"].empty());
  EXPECT_THAT(compared["other_problems"][0]["difference"].get<std::string>(), HasSubstr("n_l=589 -> n_l=409"));
  EXPECT_THAT(rows(folder, "SELECT launch FROM points WHERE device_name LIKE '%4090' AND kernel = 'norm_base'"),
              HasSubstr("n_l=589, grid 128, block 128"));
}

TEST(Identity, AnAxisThatNoKernelUsesIsAnErrorBeforeAnythingRuns) {
  const std::string folder = fresh_folder();
  const Ended set = warpledger({"plan", "transpose", "--device", "host", "--set", "warps=8"}, folder);
  EXPECT_EQ(set.exit_code, 2);
  EXPECT_THAT(set.err, AllOf(HasSubstr("--set"), HasSubstr("'warps'"), HasSubstr("transpose_naive")));
}

/// A copy of the ledger of before.
class OlderLedger : public testing::Test {
 protected:
  OlderLedger() {
    std::filesystem::copy_file(WARPLEDGER_SOURCE_DIR "/runner/e2e/testdata/before-identities.db",
                               folder_ + "/results.db");
  }
  Ended upgrade() const { return warpledger({"ledger", "upgrade", "results.db"}, folder_); }
  std::string rows(const std::string& sql) const { return e2e::rows(folder_, sql); }

  const std::string folder_ = fresh_folder();
};

TEST_F(OlderLedger, HasTheIdentitiesOfTodayAndTheSameRowsOtherwise) {
  // As the warpledger of then printed it.
  const std::string before = read_file(WARPLEDGER_SOURCE_DIR "/runner/e2e/testdata/before-identities.points.csv");
  const Ended upgraded = upgrade();
  ASSERT_EQ(upgraded.exit_code, 0) << upgraded.err;
  EXPECT_EQ(rows("SELECT " + before.substr(0, before.find('\n')) + " FROM points ORDER BY point"), before);
  EXPECT_EQ(warpledger({"ledger", "check"}, folder_).exit_code, 0);
  EXPECT_EQ(rows("SELECT DISTINCT identity FROM points WHERE experiment = 'transpose' ORDER BY identity"),
            "identity\ntranspose_naive cols=100003 rows=1\ntranspose_naive cols=31 rows=257\n"
            "transpose_shared cols=100003 rows=1\ntranspose_shared cols=31 rows=257\n");
  EXPECT_EQ(rows("SELECT count(*), count(DISTINCT identity) FROM points WHERE experiment = 'lsu-2024-hw01'"),
            "count(*),count(DISTINCT identity)\n24,12\n");
  EXPECT_EQ(rows("SELECT identity FROM points WHERE experiment = 'per-sm' ORDER BY ordinal"),
            "identity\nnorm_base d_l=4 n_l=8*sms blocks=1/SM warps=1\nnorm_base d_l=4 n_l=8*sms blocks=64 warps=1\n"
            "norm_base d_l=4 n_l=2048 blocks=1/SM warps=1\nnorm_base d_l=4 n_l=2048 blocks=64 warps=1\n");
  EXPECT_EQ(rows("SELECT count(*) FROM points WHERE launch IS NULL"), "count(*)\n4\n");  // fixed, mixed, imported
}

TEST_F(OlderLedger, ListsPointsWhoseIdentityCannotBeInferred) {
  const Ended upgraded = upgrade();
  EXPECT_THAT(upgraded.out, HasSubstr("43 of 48 points"));
  EXPECT_THAT(upgraded.out,
              AllOf(HasSubstr("google-benchmark"), HasSubstr("'warps'"), HasSubstr("blocks=128 warps=8")));
  EXPECT_EQ(rows("SELECT identity FROM points WHERE experiment = 'mixed' AND kernel = 'transpose_shared'"),
            "identity\ntranspose_shared cols=64 rows=64\ntranspose_shared cols=64 rows=64 blocks=128 warps=8\n");
  EXPECT_EQ(rows("SELECT identity FROM points WHERE experiment LIKE 'google%'"), "identity\nBM_copy/1024\n");
}

TEST_F(OlderLedger, IsUpgradedOnce) {
  ASSERT_EQ(upgrade().exit_code, 0);
  const std::string all = "SELECT point, identity, key, launch FROM points ORDER BY point";
  const std::string once = rows(all);
  const Ended again = upgrade();
  EXPECT_THAT(again.out, HasSubstr("0 of 48 points"));
  EXPECT_EQ(rows(all), once);
}

TEST_F(OlderLedger, ContinuesItsHistoriesAfterwards) {
  ASSERT_EQ(upgrade().exit_code, 0);
  ASSERT_EQ(
      warpledger({"run", "quickstart", "--device", "host:rtx4090", "--set", "d_l=32", "--set", "warps=4", "--quiet"},
                 folder_)
          .exit_code,
      0);
  const nlohmann::json series = json_of({"history", "--experiment", "quickstart", "--device", "4090", "--kernel",
                                         "norm_group", "--metric", "n_l", "--format", "json"},
                                        folder_);
  ASSERT_EQ(series.size(), 1) << series;
  EXPECT_EQ(series[0]["observations"].size(), 2);
  EXPECT_EQ(rows("SELECT count(DISTINCT key) FROM points WHERE kernel = 'norm_group' AND experiment = 'quickstart'"),
            "count(DISTINCT key)\n2\n");  // one of each device
}

}  // namespace
}  // namespace warpledger::e2e
