// Counters without a GPU: the host models those of the GPU that it stands for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// The numbers of a run, the ledger's first being 1, without what differs from run to run. `quote` keeps all digits.
std::string estimates_of_run(const std::string& folder, int run) {
  const std::string sql =
      "SELECT p.ordinal, c.identity, e.name, e.unit, quote(e.value), e.reason, quote(e.lower), quote(e.upper), "
      "e.confidence, e.because, e.sampled_sms, m.version, m.profile_digest FROM estimate AS e JOIN point AS p ON "
      "p.id = e.point JOIN configuration AS c ON c.id = p.configuration LEFT JOIN memory_model AS m ON m.id = e.model "
      "WHERE p.run = (SELECT id FROM run ORDER BY started_utc LIMIT 1 OFFSET ";
  return shell("sqlite3 results.db '" + sql + std::to_string(run - 1) + ") ORDER BY p.ordinal, e.name'", folder).out;
}

/// One run for all tests of this suite.
class ModelledQuickstart : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    run_ = warpledger({"run", "quickstart", "--device", "host:rtx4090"}, folder_);
  }
  static inline Ended run_;
  static inline std::string folder_;
};

TEST_F(ModelledQuickstart, EndsWithAllPointsOkUnderTheHeaderOfTheGpu) {
  EXPECT_EQ(run_.exit_code, 0) << run_.err;
  EXPECT_THAT(run_.err, HasSubstr("12 of 12 points"));
  EXPECT_THAT(run_.out, AllOf(HasSubstr("Points planned: 12, recorded: 12, ok: 12."),
                              HasSubstr("CPU as NVIDIA GeForce RTX 4090 @ 2.52 GHz WITH 24207 MiB GLOBAL MEM\n"
                                        "GPU 0: L2: 73728 kiB   MEM<->L2: 1008.1 GB/s\n"
                                        "GPU 0: CC: 8.9  SM: 128")));
}

TEST_F(ModelledQuickstart, FillsTheTableWithMarkedCountersAndNoTimes) {
  EXPECT_THAT(run_.out, ContainsRegex("\n 1 +([0-9.]+~ +)?3\\.0~ 1\\.0~ 1\\.0~\n"));
  EXPECT_THAT(run_.out, Not(ContainsRegex("\n +[148] +[0-9.]+[ \n]")));
  EXPECT_THAT(run_.out, AllOf(HasSubstr("\n~ modelled, or derived from modelled insn_per_el, "),
                              HasSubstr("\nModelled by memory model ")));
}

TEST_F(ModelledQuickstart, SaysHowManyRegistersTheGpusCompilerGivesAThread) {
  if (run_.out.find("Uses n/a registers") != std::string::npos) GTEST_SKIP() << "built without a CUDA Toolkit";
  EXPECT_THAT(run_.out, AllOf(HasSubstr("Kernel (norm_base<4>).  Uses 26 registers.  n_l 65536  d_l 4\n"),
                              HasSubstr("Kernel (norm_base<32>).  Uses 48 registers.  n_l 8192  d_l 32\n")));
}

TEST_F(ModelledQuickstart, GivesTheSameNumbersAgainInAnotherProcess) {
  ASSERT_EQ(warpledger({"run", "quickstart", "--device", "host:rtx4090", "--quiet"}, folder_).exit_code, 0);
  const std::string first = estimates_of_run(folder_, 1);
  EXPECT_THAT(first, HasSubstr("|l2_read_bytes|byte|1048576.0|"));
  EXPECT_EQ(first, estimates_of_run(folder_, 2));
}

/// A run of one point as an RTX 4090, and profiles of that GPU beside its ledger: `plain` has no memory model, `short`
/// one that writes every store to the L2 at once.
class ModelCommand : public testing::Test {
 protected:
  void SetUp() override {
    const std::string run = "run quickstart --device host:rtx4090 --set d_l=32 --set kernel=norm_group --set warps=4";
    const Ended ended = shell("warpledger " + run + " --quiet && mkdir devices", folder_);
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    auto profile = nlohmann::json::parse(read_file(WARPLEDGER_SOURCE_DIR "/devices/rtx4090.json"));
    profile["memory_model"]["store_window_cycles"]["value"] = 1;
    std::ofstream(folder_ + "/devices/short.json") << profile;
    profile.erase("memory_model");
    std::ofstream(folder_ + "/devices/plain.json") << profile;
  }
  Ended again(const std::vector<std::string>& arguments) const { return warpledger(arguments, folder_); }

  std::string folder_ = fresh_folder();
};

TEST_F(ModelCommand, AddsEstimatesToARunAndTheNewestAreShown) {
  EXPECT_THAT(again({"report"}).out, ContainsRegex(" 6\\.1~ +1\\.0~ +1\\.5~\n"));
  const Ended model = again({"model", "latest", "--as", "short"});
  EXPECT_EQ(model.exit_code, 0) << model.err;
  EXPECT_EQ(model.err, "1 of 1 points modelled\n");
  EXPECT_THAT(again({"report"}).out, ContainsRegex(" 6\\.1~ +1\\.0~ +2\\.0~\n"));
  EXPECT_EQ(again({"model"}).exit_code, 0);
  EXPECT_THAT(again({"report"}).out, ContainsRegex(" 6\\.1~ +1\\.0~ +1\\.5~\n"));
}

TEST_F(ModelCommand, KeepsEarlierEstimates) {
  ASSERT_EQ(again({"model", "--as", "short", "--quiet"}).exit_code, 0);
  EXPECT_EQ(shell("sqlite3 results.db \"SELECT generation, value FROM estimate WHERE name = 'l2_write_bytes' "
                  "ORDER BY generation\"",
                  folder_)
                .out,
            "0|1572864.0\n1|2097152.0\n");
}

TEST_F(ModelCommand, RefusesAProfileOfAnotherGpu) {
  const Ended model = again({"model", "--as", "h200"});
  EXPECT_EQ(model.exit_code, 2);
  EXPECT_THAT(model.err, ContainsRegex("^warpledger: run [0-9a-f]+ was on a GPU other than host:h200: cc_major is 8 "
                                       "there and 9 here\nhint: name the profile of the run's GPU with --as\n$"));
}

TEST_F(ModelCommand, SaysThatAProfileHasNoMemoryModel) {
  EXPECT_EQ(again({"model", "--as", "plain"}).exit_code, 0);
  const std::string page = again({"report"}).out;
  EXPECT_THAT(page, HasSubstr("\nl2_read_bytes              1 the profile 'plain' has no memory model\n"));
  EXPECT_THAT(page, Not(HasSubstr("modelled, not measured")));
}

}  // namespace
}  // namespace warpledger::e2e
