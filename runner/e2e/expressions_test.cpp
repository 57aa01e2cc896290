// Expressions of experiments, conditions of goals and rules, and the numbers of data files: what reads like one thing
// and would be computed as another is rejected at its place, with the form to write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A folder with an experiment of 8 points, d_l = 4 and 8 with four warps each, to which `keys` are added.
class WhereOfAnExperiment : public testing::Test {
 protected:
  Ended plan(const std::string& keys) const {
    std::filesystem::create_directories(folder_ + "/experiments");
    std::ofstream(folder_ + "/experiments/w.yaml")
        << "experiment: w\nabout: x\nfamily: norm\n"
        << "grid: {kernel: norm_base, d_l: [4, 8], n_l: 64, blocks: 2, warps: [1, 2, 4, 8]}\n"
        << keys << "\n";
    return warpledger({"plan", "w", "--device", "host", "--format", "json"}, folder_);
  }
  std::string points(const std::string& keys) const {
    const Ended ended = plan(keys);
    return ended.exit_code == 0 ? std::to_string(std::ranges::count(ended.out, '\n')) : ended.err;
  }
  void expect_rejected(const std::string& keys, const std::string& place, const std::string& problem,
                       const std::string& hint) const {
    const Ended ended = plan(keys);
    EXPECT_EQ(ended.exit_code, 2) << keys << ended.out;
    EXPECT_THAT(ended.err, AllOf(HasSubstr("/experiments/w.yaml:" + place + ": "), HasSubstr(problem),
                                 HasSubstr("\nhint: " + hint)))
        << keys;
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(WhereOfAnExperiment, ComparesTwoSides) {
  EXPECT_EQ(points("where: 1 < d_l && d_l < 8"), "4");
  EXPECT_EQ(points("where: (d_l < 8) == 1"), "4");
  const std::string problem = "a comparison has two sides";
  expect_rejected("where: 1 < d_l < 8", "5:16", problem, "write 1 < d_l && d_l < 8");
  expect_rejected("where: [8 > d_l > 1]", "5:17", problem, "write 8 > d_l && d_l > 1");
  expect_rejected("where: 1 <= warps <= 2", "5:19", problem, "write 1 <= warps && warps <= 2");
  expect_rejected("where: d_l == 4 == 1", "5:17", problem, "write d_l == 4 && 4 == 1");
  expect_rejected("where: 0 < d_l != 4", "5:16", problem, "write 0 < d_l && d_l != 4");
  expect_rejected("derive: {width: \"1 < d_l < 8 ? 64 : 128\"}", "5:26", problem, "write 1 < d_l && d_l < 8");
}

TEST_F(WhereOfAnExperiment, IsDefinedAtEachPointOrAnError) {
  expect_rejected("where: sqrt(d_l - 5) >= 0", "5:8", "'sqrt(d_l - 5)' is not a number with d_l = 4", "is there 0 / 0");
  expect_rejected("where: 0 / (d_l - 4) >= 0", "5:8", "'0 / (d_l - 4)' is not a number with d_l = 4", "is there 0 / 0");
  expect_rejected("where: 1 / (d_l - 4) > 0", "5:8", "'1 / (d_l - 4)' is infinite with d_l = 4", "is there a division");
  EXPECT_EQ(points("where: d_l != 4 && 1 / (d_l - 4) > 0"), "4");
}

TEST_F(WhereOfAnExperiment, HasRemaindersLinesAndHintsForOtherLanguages) {
  EXPECT_EQ(points("where: \"d_l % 8 == 0\""), "4");
  EXPECT_EQ(points("where: |\n  d_l > 1\n  && d_l < 8\n"), "4");
  EXPECT_EQ(points("where: >\n  d_l > 1\n  && d_l < 8\n"), "4");
  expect_rejected("where: d_l > 1 and d_l < 8", "5:16", "'and' is not an operator", "write a && b");
  expect_rejected("where: d_l == '4'", "5:15", "'4' is a word, not a number", "write 4 without quotes");
}

TEST_F(WhereOfAnExperiment, NamesTheTypeThatANumberDoesNotFit) {
  EXPECT_THAT(
      plan("derive: {m: 9007199254740993}").err,
      HasSubstr(":5:13: cannot read the expression '9007199254740993': 9007199254740993 is not exact in 64-bit"));
  ASSERT_EQ(plan("").exit_code, 0);
  const Ended blocks = warpledger({"plan", "w", "--device", "host", "--set", "blocks=99999999999"}, folder_);
  EXPECT_THAT(blocks.err, StartsWith("warpledger: --set: blocks = 99999999999 is above 4294967295"));
}

TEST(WhereOfACommand, IsNoExpression) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"example", "year.db"}, folder).exit_code, 0);
  const Ended ended = warpledger({"compare", "latest~1", "latest", "--where", "1<d_l<8", "--db", "year.db"}, folder);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err, HasSubstr("'1<d_l<8' is not a condition on runs"));
}

/// A folder with the assignment of docs/example, whose goal is replaced.
class GoalOfAnAssignment : public testing::Test {
 protected:
  Ended plan(const std::string& goal, const std::string& where = "") const {
    const Ended ended = shell("cp -r \"$WARPLEDGER_HOME\"/docs/example/. .", folder_);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    const std::string file = folder_ + "/experiments/axpy-hw.yaml";
    std::string text = read_file(file);
    const std::string from = "{goal: bank_conflicts_per_request <= 0.5,";
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    text.replace(at, from.size(), "{goal: \"" + goal + "\"," + (where.empty() ? "" : " where: \"" + where + "\","));
    std::ofstream(file) << text;
    return warpledger({"plan", "axpy-hw", "--device", "host"}, folder_);
  }
  void expect_rejected(const Ended& ended, const std::string& column, const std::string& problem,
                       const std::string& hint) const {
    EXPECT_EQ(ended.exit_code, 2) << ended.out;
    EXPECT_THAT(ended.err, AllOf(HasSubstr("/experiments/axpy-hw.yaml:30:" + column + ": "),
                                 HasSubstr(": " + problem + "\n"), HasSubstr("\nhint: " + hint + "\n")));
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(GoalOfAnAssignment, ComparesTwoSides) {
  const std::string problem = "a comparison has two sides";
  expect_rejected(plan("10 < l2_read_norm < 20"), "37", problem, "write 10 < l2_read_norm AND l2_read_norm < 20");
  expect_rejected(plan("0.9 <= l2_read_norm <= 1.1"), "39", problem,
                  "write 0.9 <= l2_read_norm AND l2_read_norm <= 1.1");
  expect_rejected(plan("n > 0 AND n = warps = 1"), "39", problem, "write n = warps AND warps = 1");
  expect_rejected(plan("n > 0", "500 < n < 900"), "43", problem, "write 500 < n AND n < 900");
  for (const char* goal : {"l2_read_norm BETWEEN 0.9 AND 1.1", "0.9 <= l2_read_norm AND l2_read_norm <= 1.1",
                           "(l2_read_norm < 1.1) = 1", "kernel LIKE 'axpy%' AND n IN (1000, 65536)"})
    EXPECT_EQ(plan(goal).exit_code, 0) << goal;
}

TEST_F(GoalOfAnAssignment, ComparesNumbersWithNumbersAndTextsWithTexts) {
  expect_rejected(plan("bank_conflicts_per_request <= '-1'"), "49",
                  "not a condition on the view points: bank_conflicts_per_request is a number and '-1' a text",
                  "write -1 without quotes");
  expect_rejected(plan("n > '5'"), "23", "not a condition on the view points: n is a number and '5' a text",
                  "write 5 without quotes");
  expect_rejected(plan("device_name = 4090"), "33",
                  "not a condition on the view points: device_name is a text and 4090 a number",
                  "write '4090' in quotes");
  expect_rejected(plan("n > 0", "kernel = 1"), "44",
                  "not a condition on the view points: kernel is a text and 1 a number", "write '1' in quotes");
  EXPECT_EQ(plan("kernel = 'axpy' AND outcome <> 'crashed'").exit_code, 0);
}

}  // namespace
}  // namespace warpledger::e2e
