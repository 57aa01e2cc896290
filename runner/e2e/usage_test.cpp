// What a user meets before anything runs: help, mistakes, and the commands that only look.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Usage, HelpListsTheCommandsAndExitCodes) {
  const Ended help = warpledger({"--help"}, fresh_folder());
  EXPECT_EQ(help.exit_code, 0);
  for (const char* command : {"run", "plan", "report", "list", "show", "devices", "metrics", "doctor"})
    EXPECT_THAT(help.out, HasSubstr(command));
  EXPECT_THAT(help.out, HasSubstr("Exit codes: 0 all points ok, 1 some point failed"));
}

TEST(Usage, AnUnknownCommandOrOptionExitsWithTwo) {
  EXPECT_EQ(warpledger({"dance"}, fresh_folder()).exit_code, 2);
  EXPECT_EQ(warpledger({"run", "quickstart", "--fast"}, fresh_folder()).exit_code, 2);
  EXPECT_EQ(warpledger({}, fresh_folder()).exit_code, 2);
}

TEST(Usage, OutputThatCannotBeWrittenIsAnError) {
  const Ended list = shell("warpledger list > /dev/full", fresh_folder());
  EXPECT_EQ(list.exit_code, 2);
  EXPECT_THAT(list.err, StartsWith("warpledger: standard output cannot be written\nhint: "));
}

TEST(Usage, AnUnknownExperimentNamesTheNearest) {
  const Ended run = warpledger({"run", "quickstrat"}, fresh_folder());
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("quickstart"));
}

TEST(Usage, AnUnknownDeviceSaysWhatMayBeWritten) {
  const Ended run = warpledger({"run", "quickstart", "--device", "gpu:0"}, fresh_folder());
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.err,
            "warpledger: there is no device 'gpu:0'\n"
            "hint: write auto, cuda:N, a UUID or its start, a model (h100, 1g.10gb), host:PROFILE; `warpledger "
            "devices` lists the devices\n");
}

TEST(Usage, AMistakeInAnExperimentPointsAtItAndNothingRuns) {
  const std::string folder = fresh_folder();
  std::ofstream(folder + "/mine.yaml") << "experiment: mine\nabout: x\nfamly: planted\n";
  const Ended run = warpledger({"run", "./mine.yaml", "--device", "host"}, folder);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, StartsWith("warpledger: ./mine.yaml:1:1: key 'grid' is missing"));
  EXPECT_THAT(run.err, HasSubstr("./mine.yaml:3:1: unknown key 'famly'"));
  EXPECT_THAT(run.err, HasSubstr("  famly: planted\n  ^\n"));
  EXPECT_NE(shell("test -e results.db", folder).exit_code, 0);
}

TEST(Usage, AnExperimentGivenByItsPathBringsItsOwnFamilyAndPage) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(shell("mkdir elsewhere && cp -r \"$WARPLEDGER_HOME\"/docs/example elsewhere/course", folder).exit_code, 0);
  const Ended run = warpledger({"run", "elsewhere/course/experiments/axpy.yaml", "--device", "host"}, folder);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("axpy_chunked"));
}

TEST(Usage, AMistakeInAGoalOfAGradingPointsAtItAndNothingRuns) {
  const std::string folder = fresh_folder();
  shell(
      "sed 's/^experiment:.*/experiment: mine/; s/bank_conflicts_per_request <=/bank_conflict_per_request <=/' "
      "\"$WARPLEDGER_HOME\"/experiments/lsu-2024-hw01.yaml > mine.yaml",
      folder);
  for (const char* command : {"plan", "run"}) {
    const Ended refused = warpledger({command, "./mine.yaml", "--device", "host"}, folder);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(
        refused.err,
        testing::MatchesRegex("warpledger: ./mine.yaml:[0-9]+:18: not a condition on the view points: no such column: "
                              "bank_conflict_per_request\n(.|\n)*"));
  }
  EXPECT_NE(shell("test -e results.db", folder).exit_code, 0);
}

TEST(Usage, AReportPageThatIsNotThereIsSaidBeforeAnythingRuns) {
  const std::string folder = fresh_folder();
  shell(
      "mkdir experiments && sed 's/^report:.*/report: lsu-2042/; s/^experiment:.*/experiment: mine/' "
      "\"$WARPLEDGER_HOME\"/experiments/quickstart.yaml > experiments/mine.yaml",
      folder);
  const Ended run = warpledger({"run", "mine", "--device", "host"}, folder);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("lsu-2042"));
  EXPECT_NE(shell("test -e results.db", folder).exit_code, 0);
}

/// experiments/mine.yaml in a new folder: the quickstart with lines changed by sed.
std::string folder_with(const std::string& edits) {
  const std::string folder = fresh_folder();
  shell("mkdir experiments && sed 's/^experiment:.*/experiment: mine/; " + edits +
            "' \"$WARPLEDGER_HOME\"/experiments/quickstart.yaml > experiments/mine.yaml",
        folder);
  return folder;
}

TEST(Usage, AnExperimentPrintsNoFileThatIsNoReport) {
  const Ended run =
      warpledger({"run", "mine", "--device", "host"}, folder_with("s|^report:.*|report: ../../etc/passwd|"));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err,
              testing::MatchesRegex("warpledger: [^\n]*mine.yaml:[0-9]+:9: no report '../../etc/passwd'(.|\n)*"));
  EXPECT_THAT(run.out + run.err, testing::Not(HasSubstr("root:")));
}

TEST(Usage, AnExperimentWithoutAPageHasTheDefaultOne) {
  const std::string folder = folder_with("/^report:/d");
  EXPECT_THAT(warpledger({"show", "mine"}, folder).out, HasSubstr("report: default\n"));
  const Ended run =
      warpledger({"run", "mine", "--device", "host", "--set", "kernel=norm_base", "--set", "warps=4"}, folder);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("parameters"));
  EXPECT_THAT(run.out, HasSubstr("d_l=4 n_l=65536"));
  EXPECT_THAT(warpledger({"report"}, folder).out, HasSubstr("d_l=4 n_l=65536"));
}

TEST(Usage, AnAxisIsNotCalledAsAColumnOfResults) {
  const Ended plan =
      warpledger({"plan", "mine", "--device", "host"}, folder_with("s/^grid:/grid:\\n  outcome: [1, 2]/"));
  EXPECT_EQ(plan.exit_code, 2);
  EXPECT_THAT(plan.err, HasSubstr(":3: 'outcome' clashes with the column 'outcome' of results"));
}

TEST(Plan, CallsKernelsOfSeveralLaunchesByTheirOwnNames) {
  const Ended plan = warpledger({"plan", "spmv", "--device", "host", "--format", "json"}, fresh_folder());
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  for (const char* kernel : {"spmv_coo", "spmv_ell", "spmv_hybrid"})
    EXPECT_THAT(plan.out, HasSubstr(std::string("\"instance\":\"") + kernel + '"'));
  EXPECT_THAT(plan.out, testing::Not(HasSubstr("clear_y")));
}

TEST(Plan, ShowsTheAssignmentsPointsTheirCountAndALimit) {
  const Ended plan = warpledger({"plan", "lsu-2024-hw01", "--device", "host"}, fresh_folder());
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("240 points; at most 40 min 00 s by the time limit"));
}

TEST(Plan, PositionalArgumentsMeanWhatTheyMeanInTheAssignment) {
  const Ended plan = warpledger(
      {"plan", "lsu-2024-hw01", "--device", "host", "--format", "json", "--", "-3", "4", "3.6"}, fresh_folder());
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  const auto first = nlohmann::json::parse(plan.out.substr(0, plan.out.find('\n')));
  EXPECT_EQ(first.at("warps"), 4);
  EXPECT_EQ(first.at("blocks"), 3 * 128);
  EXPECT_EQ(first.at("n_l"), 235929);  // floor(3.6 MiB / 16 B)
  EXPECT_EQ(std::count(plan.out.begin(), plan.out.end(), '\n'), 30);
}

TEST(Plan, OfAMillionPointsWorks) {
  const Ended plan = warpledger({"plan", "million", "--device", "host"}, fresh_folder());
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("1 000 000 points"));
}

TEST(Devices, TheHostIsAlwaysThere) {
  const Ended devices = warpledger({"devices", "--format", "json"}, fresh_folder());
  ASSERT_EQ(devices.exit_code, 0) << devices.err;
  bool found = false;
  for (const auto& device : nlohmann::json::parse(devices.out)) found |= device.at("id") == "host:rtx4090";
  EXPECT_TRUE(found) << devices.out;
}

TEST(Doctor, SaysOfEachThingWhetherItWorks) {
  const Ended doctor = warpledger({"doctor", "--format", "json"}, fresh_folder());
  ASSERT_EQ(doctor.exit_code, 0) << doctor.err;
  for (const auto& finding : nlohmann::json::parse(doctor.out)) {
    EXPECT_FALSE(finding.at("what").get<std::string>().empty());
    EXPECT_EQ(finding.at("works").get<bool>(), finding.at("hint").get<std::string>().empty()) << finding;
  }
}

TEST(Show, SaysOfARunWhatItWasAndHowItsPointsEnded) {
  const std::string folder = fresh_folder();
  const std::string run = "warpledger run quickstart --set d_l=4 --set warps=1 --quiet --device " + device_under_test();
  ASSERT_EQ(shell(run, folder).exit_code, 0);
  const Ended show = warpledger({"show", "latest"}, folder);
  EXPECT_EQ(show.exit_code, 0) << show.err;
  EXPECT_THAT(show.out, AllOf(testing::ContainsRegex("\nexperiment +quickstart\n"),
                              testing::ContainsRegex("\npoints ok +2\n"), HasSubstr("run quickstart --set d_l=4"),
                              testing::ContainsRegex("\nok +2 "), testing::Not(HasSubstr("Points that are not ok"))));
}

TEST(Show, ExplainsAnExperimentAndItsFamily) {
  const Ended show = warpledger({"show", "lsu-2024-hw01"}, fresh_folder());
  EXPECT_EQ(show.exit_code, 0) << show.err;
  EXPECT_THAT(show.out, HasSubstr("norm_group"));
  EXPECT_THAT(show.out, testing::ContainsRegex("threads that share a\\s+vector"));
}

}  // namespace
}  // namespace warpledger::e2e
