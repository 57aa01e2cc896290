// Runs that measure a part of their grid: by a search, or what another program asks for.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Search : public testing::Test {
 protected:
  /// A run of the experiment lattice, whose two problems have 12 points each.
  Ended search(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments = {"run", "lattice", "--device", device_under_test(), "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return warpledger(arguments, folder_);
  }
  Ended resume(const std::vector<std::string>& options) const {
    std::vector<std::string> arguments = {"run", "--resume", "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return warpledger(arguments, folder_);
  }
  /// The rows of the answer, without its heading.
  std::string query(const std::string& sql) const {
    const std::string answer = warpledger({"query", "--format", "csv", sql}, folder_).out;
    return answer.substr(answer.find('\n') + 1);
  }
  std::string points_of(const std::string& order) const {
    return query(
        fmt::format("SELECT group_concat(identity, ';') FROM (SELECT identity FROM point ORDER BY {})", order));
  }
  /// What is answered to these lines, a line each.
  std::vector<json> asked(const std::string& lines, const std::string& more = "") const {
    const Ended ended = shell(fmt::format("printf '{}' | warpledger run {} --points - --quiet --device {}", lines,
                                          more.empty() ? "lattice" : more, device_under_test()),
                              folder_);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    std::vector<json> answers;
    std::istringstream out(ended.out);
    for (std::string line; std::getline(out, line);) answers.push_back(json::parse(line));
    return answers;
  }

  std::string folder_ = fresh_folder();
};

constexpr const char* kState = "SELECT outcome, planned_points, recorded_points, ok_points FROM run_info";

TEST_F(Search, KeepsABudgetOfPointsThatItsProblemsShare) {
  const Ended ended = search({"--search", "random", "--budget", "10points"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(query("SELECT n, count(*) FROM point GROUP BY n"), "1000,5\n2000,5\n");
  EXPECT_EQ(query(kState), "interrupted,24,10,10\n");
  EXPECT_EQ(query("SELECT reason FROM run_info"), "\"a search (random, 10points) left out 14 points\"\n");
  EXPECT_THAT(ended.err,
              ContainsRegex("  n=1000: best [0-9.]+ µs \\(of [13] samples?: too few for an interval\\): right "
                            "n=1000 blocks=[0-9] warps=[0-9]; 4 more may be as fast\n"
                            "    5 of 12 points measured; 5 drawn at random hold the best one "
                            "with a chance of 41.7 %\n"));
  EXPECT_THAT(ended.err, ContainsRegex("go on with: warpledger run --resume [0-9a-f]{8} --budget 10min\n"));
  EXPECT_EQ(warpledger({"ledger", "check"}, folder_).exit_code, 0);
}

TEST_F(Search, EndsWhenItsTimeIsOverAndCompletesThePointUnderWay) {
  EXPECT_EQ(search({"--search", "local", "--budget", "1ms"}).exit_code, 0);
  EXPECT_EQ(query("SELECT outcome, recorded_points > 0, recorded_points < 24 FROM run_info"), "interrupted,1,1\n");
}

TEST_F(Search, IsShownAsAPartOfItsGrid) {
  const Ended ended = search({"--search", "local", "--budget", "6points"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.err, HasSubstr("    3 of 12 points measured; nothing is known of the others\n"));
  EXPECT_THAT(warpledger({"report"}, folder_).out, HasSubstr("a search (local, 6points) left out 18 points"));
  EXPECT_THAT(warpledger({"list", "runs"}, folder_).out, ContainsRegex(" 6 +24 interrupted"));
}

TEST_F(Search, GoesOnWithMoreBudgetAndMeasuresNoPointTwice) {
  for (const char* strategy : {"random", "local"}) {
    EXPECT_EQ(search({"--search", strategy, "--budget", "10points"}).exit_code, 0);
    const Ended spent = resume({});
    EXPECT_EQ(spent.exit_code, 0);
    EXPECT_THAT(spent.err, HasSubstr("has spent the budget of its search: 10 of 24 points are recorded"));
    EXPECT_EQ(resume({"--budget", "7points"}).exit_code, 0);
    EXPECT_EQ(query(kState), "interrupted,24,17,17\n");
    EXPECT_EQ(resume({"--budget", "1000points"}).exit_code, 0);
    EXPECT_EQ(query(kState), "finished,24,24,24\n");
    EXPECT_EQ(query("SELECT count(DISTINCT identity), min(ordinal), max(ordinal) FROM point"), "24,0,23\n");
  }
}

TEST_F(Search, OfAllThatThereIsMeasuresWhatARunWithoutASearchDoes) {
  EXPECT_EQ(search({}).exit_code, 0);
  const std::string all = points_of("identity");
  for (const char* strategy : {"random", "local"}) {
    const Ended ended = search({"--search", strategy, "--budget", "10min"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(points_of("identity"), all);
    EXPECT_EQ(query(kState), "finished,24,24,24\n");
    EXPECT_THAT(ended.err, Not(HasSubstr("go on with")));
  }
}

TEST_F(Search, MeasuresTheSamePointsOfASeed) {
  const auto points = [&](const char* seed) {
    EXPECT_EQ(search({"--search", "random", "--budget", "8points", "--seed", seed}).exit_code, 0);
    return points_of("ordinal");
  };
  const std::string first = points("1");
  EXPECT_EQ(points("1"), first);
  EXPECT_NE(points("2"), first);
}

TEST_F(Search, ThatWasKilledGoesOnUntilTheRestOfItsBudgetIsSpent) {
  Background process({"run", "lattice", "--search", "local", "--budget", "20points", "--device", device_under_test()},
                     folder_, "killed");
  while (!process.exit_code() && query("SELECT recorded_points > 2 FROM runs") != "1\n") continue;
  process.send(SIGKILL);
  process.wait();
  const Ended rest = resume({});
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(query(kState), "interrupted,24,20,20\n");
  EXPECT_EQ(query("SELECT count(DISTINCT identity) FROM point"), "20\n");
}

TEST_F(Search, SaysWhereNoPointIsOk) {
  const Ended ended = warpledger({"run", "misfits", "--set", "kernel=does_not_compile", "--search", "local", "--budget",
                                  "10points", "--quiet", "--device", device_under_test()},
                                 folder_);
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.err, HasSubstr(": no point is ok\n    1 of 1 points measured\n"));
}

TEST_F(Search, SummaryIsJsonAsWell) {
  const Ended ended = search({"--search", "random", "--budget", "10points", "--format", "json"});
  const json summary = json::parse(ended.out);
  EXPECT_EQ(summary.at("finished"), false);
  ASSERT_EQ(summary.at("search").at("problems").size(), 2u);
  EXPECT_EQ(summary["search"]["problems"][0].at("measured_points"), 5);
}

TEST_F(Search, OfSeveralPointsOfARunThatIsRepeatedRepeatsThoseAlone) {
  EXPECT_EQ(search({"--search", "random", "--budget", "10points"}).exit_code, 0);
  const std::string points = points_of("ordinal");
  EXPECT_EQ(warpledger({"rerun", "latest", "--quiet"}, folder_).exit_code, 0);
  EXPECT_EQ(points_of("ordinal"), points);
  EXPECT_EQ(query("SELECT count(*) FROM points"), "20\n");
}

TEST_F(Search, RefusesWhatItCannotBe) {
  const auto refusal = [&](const std::vector<std::string>& options) {
    const Ended ended = search(options);
    EXPECT_EQ(ended.exit_code, 2) << ended.err;
    return ended.err;
  };
  EXPECT_THAT(refusal({"--search", "random"}), HasSubstr("hint: add --budget 10min"));
  EXPECT_THAT(refusal({"--budget", "10min"}), HasSubstr("hint: add --search random or"));
  EXPECT_THAT(refusal({"--search", "best", "--budget", "10min"}), HasSubstr("random"));
  EXPECT_THAT(refusal({"--search", "random", "--budget", "10"}), HasSubstr("--budget: '10' is neither a duration"));
  EXPECT_THAT(refusal({"--search", "random", "--budget", "0points"}), HasSubstr("'0points' is not a number of points"));
  EXPECT_THAT(
      warpledger({"run", "lattice", "--search", "random", "--budget", "1s", "--device", "host,host"}, folder_).err,
      HasSubstr("on one device"));
  EXPECT_THAT(refusal({"--search", "random", "--budget", "1s", "--points", "-"}), HasSubstr("--points"));
  EXPECT_THAT(refusal({"--points", "file"}), HasSubstr("hint: write --points -"));
  EXPECT_THAT(refusal({"--points", "-", "--format", "json"}), HasSubstr("hint: remove --format"));
  Background stopped({"run", "lattice", "--device", device_under_test()}, folder_, "stopped");
  ASSERT_TRUE(stopped.wait_until_it_says(" points\n"));
  stopped.send(SIGINT);
  stopped.wait();
  EXPECT_THAT(resume({"--budget", "10min"}).err, HasSubstr("it has no search that a budget could be for"));
  EXPECT_THAT(resume({"--points", "-"}).err, HasSubstr("it was not begun with --points"));
  EXPECT_THAT(resume({"--seed", "7"}).err, HasSubstr("--resume takes no --seed"));
}

TEST_F(Search, AnswersPointsThatAnotherProgramAsksFor) {
  const auto answers = asked(
      R"({"point": 3}\nnonsense\n{"kernel": "right", "n": 1000, "blocks": 2, "threads": 96}\n{"point": 3}\n)"
      R"({"n": 1000}\n{"point": -1}\n{"wraps": 1}\n\n[]\n{"point": 3, "n": 2000}\n{"n": 2000, "blocks": 4, "warps": 3}\n)"
      R"({"point": 3, "point": 4})");
  ASSERT_EQ(answers.size(), 12u);
  EXPECT_EQ(answers[0].at("point"), 3);
  EXPECT_EQ(answers[0].at("identity"), "right n=1000 blocks=2 warps=1");
  EXPECT_EQ(answers[0].at("outcome"), "ok");
  EXPECT_GT(answers[0].at("median_us"), 0);
  EXPECT_GE(answers[0].at("samples"), 1);
  EXPECT_EQ(answers[0].at("lower_us"), nullptr);
  EXPECT_EQ(answers[1].at("line"), 2);
  EXPECT_EQ(answers[1].at("error"), "the line is not JSON");
  EXPECT_THAT(answers[1].at("hint"), HasSubstr("warpledger plan --format json"));
  EXPECT_EQ(answers[2].at("identity"), "right n=1000 blocks=2 warps=3");
  EXPECT_EQ(answers[3], answers[0]);
  EXPECT_EQ(answers[4].at("error"), "12 points have these values, 0 and 1 among them");
  EXPECT_EQ(answers[5].at("error"), "there is no such point");
  EXPECT_EQ(answers[5].at("hint"), "the points are 0 to 23");
  EXPECT_EQ(answers[6].at("error"), "no point has a 'wraps'");
  EXPECT_EQ(answers[7].at("error"), "the line is empty");
  EXPECT_EQ(answers[8].at("error"), "the line is not an object with a point's values");
  EXPECT_EQ(answers[9].at("error"), "point 3 has other values");
  EXPECT_EQ(answers[10].at("point"), 23);
  EXPECT_EQ(answers[11].at("line"), 12);
  EXPECT_EQ(answers[11].at("error"), "an object has the key 'point' twice");
  EXPECT_EQ(query(kState), "interrupted,24,3,3\n");
  EXPECT_EQ(query("SELECT reason FROM run_info"), "nobody asked for 21 points\n");
}

TEST_F(Search, IsAskedForNoPointByANumberThatIsNone) {
  for (const char* number : {"24", "-1", "-2", "1.5", "1e30", "true"}) {
    const auto answers = asked(fmt::format(R"({{"point": {}}}\n{{"point": 3}})", number));
    ASSERT_EQ(answers.size(), 2u) << number;
    EXPECT_EQ(answers[0].at("line"), 1) << number;
    EXPECT_EQ(answers[1].at("outcome"), "ok") << number;
  }
}

TEST_F(Search, GoesOnWithAskedPointsAndAnswersThoseOfBeforeFromTheLedger) {
  const auto first = asked(R"({"point": 3}\n)");
  const auto again = asked(R"({"point": 3}\n{"point": 4}\n)", "--resume");
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0], first.at(0));
  EXPECT_EQ(again[1].at("point"), 4);
  EXPECT_EQ(query("SELECT group_concat(ordinal, ' ') FROM point"), "3 4\n");
  EXPECT_EQ(query("SELECT count(*) FROM runs"), "1\n");
  EXPECT_THAT(resume({}).err, HasSubstr("hint: add --points -, and ask for more"));
}

TEST_F(Search, TakesTheLinesThatPlanPrints) {
  const Ended ended = shell(
      fmt::format("warpledger plan lattice --device {0} --format json | head -3 | warpledger run lattice --points - "
                  "--quiet --device {0} | grep -c '\"outcome\":\"ok\"'",
                  device_under_test()),
      folder_);
  EXPECT_EQ(ended.out, "3\n") << ended.err;
}

}  // namespace
}  // namespace warpledger::e2e
