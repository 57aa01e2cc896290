// `warpledger compare` on runs that the program itself made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A folder with two runs of one point each.
class Compare : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    for (int i = 0; i < 2; ++i) ASSERT_EQ(run("kernel=right").exit_code, 0);
  }

  static Ended run(const std::string& setting) {
    return warpledger({"run", "planted", "--set", setting, "--device", "host", "--quiet"}, folder_);
  }

  static Ended compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return warpledger(arguments, folder_);
  }

  inline static std::string folder_;
};

TEST_F(Compare, SaysWhyOneSampleDecidesNothing) {
  const Ended ended = compare({"latest~1", "latest"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("too few samples: 1 before, 1 after; 5 are needed"));
  EXPECT_THAT(ended.out, HasSubstr("\n1 point: 0 SAME, 0 FASTER, 0 SLOWER, 1 INCONCLUSIVE\n"));
  EXPECT_THAT(ended.out, HasSubstr("\nnoise floor: not measured on this device (warpledger noise)\n"));
}

TEST_F(Compare, ExitsWithOneOnAVerdictThatIsNamed) {
  EXPECT_EQ(compare({"latest~1", "latest", "--fail-on", "inconclusive"}).exit_code, 1);
  EXPECT_EQ(compare({"latest~1", "latest", "--fail-on", "changed"}).exit_code, 0);
  EXPECT_EQ(compare({"latest~1", "latest", "--fail-on", "better"}).exit_code, 2);
}

TEST_F(Compare, WritesATableForProgramsAndJson) {
  EXPECT_THAT(compare({"latest~1", "latest", "--format", "csv"}).out, StartsWith("point,before µs,after µs,ratio,"));
  EXPECT_THAT(compare({"latest~1", "latest", "--format", "json"}).out, StartsWith("{\n  \"before\": {\n"));
}

TEST_F(Compare, FindsARunByItsTag) {
  ASSERT_EQ(warpledger({"ledger", "tag", "latest", "baseline"}, folder_).exit_code, 0);
  EXPECT_THAT(compare({"latest~1", "tag:baseline"}).out, HasSubstr("1 point: 0 SAME"));
}

TEST_F(Compare, RefusesWhatItCannotFind) {
  const Ended ended = compare({"tag:spring", "latest"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err, StartsWith("warpledger: no run meets 'tag:spring'\nhint: choose one of these"));
  EXPECT_THAT(compare({"latest", "latest"}).err, StartsWith("warpledger: both sides are run "));
  EXPECT_THAT(
      compare({"latest~1", "latest", "--ignore", "warp"}).err,
      StartsWith("warpledger: no point of these runs has a parameter 'warp', which should be ignored\nhint: did "
                 "you mean 'warps'?"));
  EXPECT_THAT(compare({"latest", "latest", "--threshold", "much"}).err,
              StartsWith("warpledger: --threshold: 'much' is not a percentage"));
}

}  // namespace
}  // namespace warpledger::e2e
