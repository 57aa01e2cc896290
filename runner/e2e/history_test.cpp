// `warpledger history` on runs that the program itself made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

TEST(History, FollowsAPointAndSaysWhatChanged) {
  const std::string folder = fresh_folder();
  const std::vector<std::string> run = {"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"};
  ASSERT_EQ(warpledger(run, folder).exit_code, 0);
  std::vector<std::string> other = run;
  other.insert(other.end(), {"--set", "measure.min_samples=2"});
  const Ended second = warpledger(other, folder);
  ASSERT_EQ(second.exit_code, 0) << second.err;
  ASSERT_EQ(warpledger({"ledger", "annotate", "a new cooler", "--run", "latest", "--author", "ada"}, folder).exit_code,
            0);
  const Ended ended = warpledger({"history", "--kernel", "right"}, folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("right "));
  EXPECT_THAT(ended.out, HasSubstr("\ntime_us: no change found: 2 values around "));
  EXPECT_THAT(ended.out,
              ContainsRegex("source\\s+or\\s+settings\\s+changed;\\s+note:\\s+a\\s+new\\s+cooler\\s+\\(ada\\)"));
  EXPECT_THAT(warpledger({"history", "--format", "json"}, folder).out, HasSubstr("\"observations\": ["));
}

TEST(History, NamesWhatIsNear) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"}, folder).exit_code,
            0);
  const Ended ended = warpledger({"history", "--experiment", "plantd"}, folder);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err,
            "warpledger: --experiment: 'plantd' is not in this ledger\n"
            "hint: did you mean 'planted'? allowed: planted\n");
}

}  // namespace
}  // namespace warpledger::e2e
