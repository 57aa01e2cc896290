// The main job on a laptop: an experiment becomes a ledger and a table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

/// One run for all tests of this suite.
class Quickstart : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    run_ = warpledger({"run", "quickstart", "--device", device_under_test()}, folder_);
  }
  static Ended again(const std::vector<std::string>& arguments) { return warpledger(arguments, folder_); }
  static inline Ended run_;
  static inline std::string folder_;
};

TEST_F(Quickstart, EndsWithAllPointsOk) {
  EXPECT_EQ(run_.exit_code, 0) << run_.err;
  EXPECT_THAT(run_.err, HasSubstr("quickstart on "));
  EXPECT_THAT(run_.err, HasSubstr("12 of 12 points"));
  EXPECT_THAT(run_.err, HasSubstr(": 12 ok\n"));
}

TEST_F(Quickstart, PrintsATableAKernelInTheAssignmentsLayout) {
  EXPECT_THAT(run_.out, HasSubstr("Kernel (norm_base<4>)."));
  EXPECT_THAT(run_.out, HasSubstr("Kernel (norm_group<32,4>)."));
  EXPECT_THAT(run_.out, HasSubstr("n_l 65536  d_l 4"));
  EXPECT_THAT(run_.out, ContainsRegex(device_under_test() == "host" ? "\nwp .* BXW +N\\*R +N\\*W\n" : "\nwp +t/µs "));
}

TEST_F(Quickstart, TheReportCanBePrintedAgainFromTheLedger) { EXPECT_EQ(again({"report"}).out, run_.out); }

TEST_F(Quickstart, TheSameDataComesAsMarkdownAndAsCsv) {
  EXPECT_THAT(again({"report", "--format", "md"}).out, HasSubstr("| wp |"));
  const std::string csv = again({"report", "--format", "csv"}).out;
  EXPECT_THAT(csv, HasSubstr("\"norm_group<32,4>\","));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '<') >= 12, true) << csv;
}

TEST_F(Quickstart, AReportGoesToAFileWhenAsked) {
  EXPECT_EQ(again({"report", "--output", "r.txt"}).out, "");
  EXPECT_EQ(shell("cat r.txt", folder_).out, run_.out);
  const Ended refused = again({"report", "--output", "no/such/folder/r.txt"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("no/such/folder/r.txt: cannot be written"));
}

TEST_F(Quickstart, TheRunIsListedWithItsPoints) {
  const auto list = nlohmann::json::parse(again({"list", "--format", "json"}).out);
  ASSERT_EQ(list.at("runs").size(), 1u);
  EXPECT_EQ(list["runs"][0]["experiment"], "quickstart");
  EXPECT_EQ(list["runs"][0]["recorded_points"], 12);
  EXPECT_EQ(list["runs"][0]["planned_points"], 12);
  EXPECT_EQ(list["runs"][0]["outcome"], "finished");
}

TEST_F(Quickstart, ShowsTheRunsOutcomes) {
  EXPECT_THAT(again({"show", "latest"}).out, MatchesRegex("(.|\n)*ok +12\n(.|\n)*"));
}

TEST_F(Quickstart, ThePlanEstimatesFromEarlierRuns) {
  EXPECT_THAT(again({"plan", "quickstart", "--device", device_under_test()}).out,
              HasSubstr("per point as in earlier runs in results.db"));
}

TEST_F(Quickstart, ASecondRunAddsToTheSameLedger) {
  const Ended second =
      again({"run", "quickstart", "--device", device_under_test(), "--set", "warps=2", "--quiet", "--format", "json"});
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(second.err, "");
  EXPECT_EQ(nlohmann::json::parse(second.out).at("planned_points"), 4);
  EXPECT_EQ(nlohmann::json::parse(again({"list", "--format", "json"}).out).at("runs").size(), 2u);
  EXPECT_THAT(again({"show", "latest"}).out, HasSubstr("4"));
}

TEST(HostBackend, SaysThatItsTimesAreHostTimesAndWhyCountersAreAbsent) {
  const std::string folder = fresh_folder();
  const Ended run = warpledger({"run", "quickstart", "--device", "host", "--set", "d_l=4", "--set", "warps=1"}, folder);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("host steady clock"));
  EXPECT_THAT(run.out, HasSubstr("host backend"));
  EXPECT_THAT(run.out, HasSubstr("\nEmpty on this page and left out: t/µs, "));
  EXPECT_THAT(run.out, HasSubstr("a host has no GPU times"));
  const Ended csv = shell("warpledger report --format csv", folder);
  EXPECT_THAT(csv.out, AllOf(StartsWith("instance,n_l,d_l,registers,wp,ac~,I/el~,"), Not(HasSubstr("t/µs"))));
  EXPECT_THAT(csv.err, StartsWith("Empty on this page and left out: t/µs, "));
}

}  // namespace
}  // namespace warpledger::e2e
