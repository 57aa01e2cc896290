// A ledger that was written on a GPU, read where there is none: testdata/h200.db is a run of lsu-2024-hw01 on an NVIDIA
// H200, of 2026-11-28, as `ledger export` gave it. On an H200, `rerun` measures it again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

class LedgerOfAnH200 : public testing::Test {
 protected:
  LedgerOfAnH200() {
    std::filesystem::copy_file(WARPLEDGER_SOURCE_DIR "/runner/e2e/testdata/h200.db", folder_ + "/results.db");
  }
  Ended run(const std::vector<std::string>& arguments) const { return warpledger(arguments, folder_); }

  const std::string folder_ = fresh_folder();
};

TEST_F(LedgerOfAnH200, IsSoundAndHasTimesAndCountersOfEachPoint) {
  EXPECT_EQ(run({"ledger", "check"}).exit_code, 0);
  EXPECT_THAT(run({"query",
                   "SELECT count(*), sum(time_us BETWEEN 8 AND 2100), sum(l2_read_norm BETWEEN 1 AND 2.4), "
                   "count(bank_conflicts_per_request) FROM points WHERE outcome = 'ok'",
                   "--format", "csv"})
                  .out,
              HasSubstr("\n240,240,240,240\n"));
}

TEST_F(LedgerOfAnH200, PrintsTheTablesOfTheAssignment) {
  const Ended page = run({"report"});
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("GPU 0: NVIDIA H200 @ 1.98 GHz"));
  EXPECT_THAT(page.out, HasSubstr("Kernel (norm_group<0,32>)."));
}

TEST_F(LedgerOfAnH200, GivesItsSourcesBack) {
  EXPECT_EQ(run({"checkout", "latest", "then"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/then/kernels/norm/norm_group.cu"));
}

}  // namespace
}  // namespace warpledger::e2e
