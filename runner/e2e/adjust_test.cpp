// Adjustments of grades: what a person writes is in the ledger, and what cannot be meant is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

/// A ledger with one run of the submission `anna` for lsu-2024-hw01.
class Adjust : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    const Ended run = shell(
        "mkdir anna && cp \"$WARPLEDGER_HOME\"/kernels/norm/norm_group.cu anna/ && warpledger run lsu-2024-hw01 "
        "--quiet "
        "--submission anna --device host --set d_l=4 --set warps=1 --set input_mib=0.01 --format json",
        folder_);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }

  static Ended adjust(const std::string& arguments) {
    return shell("warpledger adjust lsu-2024-hw01 " + arguments, folder_);
  }
  static std::string rows(const std::string& columns) {
    return warpledger({"query", "SELECT " + columns + " FROM adjustments", "--format", "csv"}, folder_).out;
  }

  static inline std::string folder_;
};

TEST_F(Adjust, WritesARowThatQueriesSee) {
  const Ended late = adjust("anna --percent -10 --reason 'one day late' --author ta --problem 'Problem 1: norm_group'");
  EXPECT_EQ(late.out, "anna: -10 % for Problem 1: norm_group: one day late\n") << late.err;
  const Ended seen = adjust("anna --points 0 --reason 'worked with ben, as was allowed' --author ta");
  EXPECT_EQ(seen.out, "anna: +0 points for lsu-2024-hw01: worked with ben, as was allowed\n") << seen.err;
  EXPECT_EQ(rows("experiment, submission, problem, points, percent, reason, author"),
            "experiment,submission,problem,points,percent,reason,author\n"
            "lsu-2024-hw01,anna,Problem 1: norm_group,,-10,one day late,ta\n"
            "lsu-2024-hw01,anna,,0,,\"worked with ben, as was allowed\",ta\n");
}

TEST_F(Adjust, RefusesWhatCannotBeMeant) {
  const std::string before = rows("count(*)");
  EXPECT_EQ(
      adjust("ana --points 1 --reason x").err,
      "warpledger: results.db: 'lsu-2024-hw01' has no submission 'ana'\nhint: did you mean 'anna'? allowed: anna\n");
  EXPECT_EQ(adjust("anna --points 1 --reason x --problem 'Problem 2'").err,
            "warpledger: --problem: 'lsu-2024-hw01' has no problem 'Problem 2'\n"
            "hint: allowed: Problem 1: norm_group\n");
  for (const std::string number : {"inf", "nan", "10000000", "-10000000"})
    EXPECT_EQ(adjust("anna --reason x --points " + number).err,
              "warpledger: '" + number + "' is not an adjustment\nhint: write a number from -1000000 to 1000000\n");
  EXPECT_EQ(adjust("anna --reason x --percent 1e7").exit_code, 2);
  EXPECT_EQ(adjust("anna --points 1 --percent 1 --reason x").exit_code, 2);
  EXPECT_EQ(adjust("anna --points 1 --reason ' '").exit_code, 2);
  EXPECT_EQ(rows("count(*)"), before);
}

}  // namespace
}  // namespace warpledger::e2e
