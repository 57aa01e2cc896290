#include "plan/plan.h"

#include <gtest/gtest.h>

#include <set>

#include "plan/device_fixture.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class PlanTest : public testing::Test {
 protected:
  void grid(const std::string& text) const {
    files_.write("experiments/x.yaml", "experiment: x\nabout: A test.\nfamily: scale\ngrid:\n" + text);
  }
  Plan plan(const Overrides& overrides = {}) const {
    return make_plan(load_experiment(files_.library(), "x", overrides), rtx_4090());
  }
  std::vector<std::string> identities() const {
    const Plan points = plan();
    std::vector<std::string> list;
    for (std::int64_t i = 0; i < points.size(); ++i) list.push_back(points.job(i).identity);
    return list;
  }

  TemporaryLibrary files_;
};

TEST_F(PlanTest, NestsLoopsInTheGridsOrderWithAKernelsOwnAxesRightInsideIt) {
  grid("  n: [64, 32]\n  kernel: [scale_plain, scale_per: {per: [2, 4]}]\n  warps: [1, 2]\n");
  EXPECT_EQ(identities(), (std::vector<std::string>{
                              "scale_plain n=64 blocks=1/SM warps=1", "scale_plain n=64 blocks=1/SM warps=2",
                              "scale_per n=64 per=2 blocks=1/SM warps=1", "scale_per n=64 per=2 blocks=1/SM warps=2",
                              "scale_per n=64 per=4 blocks=1/SM warps=1", "scale_per n=64 per=4 blocks=1/SM warps=2",
                              "scale_plain n=32 blocks=1/SM warps=1", "scale_plain n=32 blocks=1/SM warps=2",
                              "scale_per n=32 per=2 blocks=1/SM warps=1", "scale_per n=32 per=2 blocks=1/SM warps=2",
                              "scale_per n=32 per=4 blocks=1/SM warps=1", "scale_per n=32 per=4 blocks=1/SM warps=2"}));
}

TEST_F(PlanTest, RunsEveryKernelOnOneBlockPerSmOfFourWarpsWhenTheGridDoesNotSay) {
  grid("  n: 64\n");
  EXPECT_EQ(identities(),
            (std::vector<std::string>{"scale_plain n=64 blocks=1/SM warps=4", "scale_per n=64 blocks=1/SM warps=4"}));
}

TEST_F(PlanTest, CountsBlocksPerSmBelowZeroAndPlainlyAbove) {
  grid("  n: 64\n  kernel: scale_plain\n  blocks: [0, 5, -3, sms / 2, 2 * sm_count]\n");
  std::vector<double> blocks;
  const Plan points = plan();
  for (std::int64_t i = 0; i < points.size(); ++i) blocks.push_back(points.job(i).launches[0].grid.x);
  EXPECT_EQ(blocks, (std::vector<double>{128, 5, 384, 64, 256}));
}

TEST_F(PlanTest, MovesZippedValuesTogether) {
  grid("  size: [{n: 64, a: 1}, {n: 32, a: 3}]\n  kernel: scale_plain\n");
  EXPECT_EQ(identities(), (std::vector<std::string>{"scale_plain a=1 n=64 blocks=1/SM warps=4",
                                                    "scale_plain a=3 n=32 blocks=1/SM warps=4"}));
}

TEST_F(PlanTest, RangesIncludeTheirEndAndAddNoRoundingErrors) {
  grid("  a: {from: 0, to: 0.3, step: 0.1}\n  n: {from: 1, to: 100, times: 10}\n  kernel: scale_plain\n");
  const Plan points = plan();
  ASSERT_EQ(points.size(), 12);
  EXPECT_EQ(points.columns()[0], "a");
  EXPECT_DOUBLE_EQ(std::get<double>(points.line(11).values[0]), 0.3);
  EXPECT_EQ(points.line(11).values[1], Cell(100.0));
}

TEST_F(PlanTest, RangesOfDecimalsHaveTheNumbersThatAPersonWritesAndOthersTheirOwn) {
  grid("  a: {from: 0, to: 0.6, step: 0.1}\n  n: 64\n  kernel: scale_plain\n");
  EXPECT_EQ(plan().line(3).values[0], Cell(0.3));
  EXPECT_EQ(plan().line(6).values[0], Cell(0.6));
  grid("  a: {from: 1 / 3, to: 2, step: 1 / 3}\n  n: 64\n  kernel: scale_plain\n");
  EXPECT_EQ(plan().line(0).values[0], Cell(1.0 / 3));
}

TEST_F(PlanTest, RangesMayGoDown) {
  grid("  a: {from: 3, to: 1, step: -1}\n  n: {from: 64, to: 16, times: 0.5}\n  kernel: scale_plain\n");
  const Plan points = plan();
  ASSERT_EQ(points.size(), 9);
  EXPECT_EQ(points.line(0).values[1], Cell(64.0));
  EXPECT_EQ(points.line(8).values[0], Cell(1.0));
  EXPECT_EQ(points.line(8).values[1], Cell(16.0));
}

TEST_F(PlanTest, ShowsThreadsWhereTheGridSetsThem) {
  grid("  n: 64\n  kernel: scale_plain\n  threads: [33, 40]\n");
  const Plan points = plan();
  ASSERT_EQ(points.columns().back(), "threads");
  EXPECT_EQ(points.line(0).values.back(), Cell(33.0));
  EXPECT_EQ(points.line(1).values.back(), Cell(40.0));
}

TEST_F(PlanTest, DerivesNamesInAnyOrder) {
  grid("  m: 8\n  kernel: scale_plain\nderive:\n  n: half * 4\n  half: m / 2\n");
  EXPECT_EQ(identities()[0], "scale_plain n=16 blocks=1/SM warps=4");
}

TEST_F(PlanTest, LeavesOutWhatAFilterOrTheKernelRefuses) {
  files_.edit("kernels/scale/family.yaml", "where: per <= 4", "where: per <= n");
  grid("  n: [1, 8, 9]\n  kernel: [scale_per: {per: [1, 4]}]\nwhere: mod(n, 8) <= 1 && warps == 4\n");
  EXPECT_EQ(identities(),
            (std::vector<std::string>{"scale_per n=1 blocks=1/SM warps=4", "scale_per n=8 blocks=1/SM warps=4",
                                      "scale_per n=8 per=4 blocks=1/SM warps=4", "scale_per n=9 blocks=1/SM warps=4",
                                      "scale_per n=9 per=4 blocks=1/SM warps=4"}));
}

TEST_F(PlanTest, NamesTheKernelsThatFiltersLeaveNoPointOf) {
  grid("  n: 64\n  kernel: [scale_plain, scale_per: {per: [2, 4]}]\n");
  EXPECT_TRUE(plan().filtered_out().empty());
  files_.edit("kernels/scale/family.yaml", "where: per <= 4", "where: per > 4");
  EXPECT_EQ(plan().filtered_out(), std::vector<std::string>{"scale_per"});
}

TEST_F(PlanTest, AcceptsThreadsInsteadOfWarps) {
  grid("  n: 64\n  kernel: scale_plain\n  threads: [48, 64]\n");
  EXPECT_EQ(identities(), (std::vector<std::string>{"scale_plain n=64 blocks=1/SM threads=48",
                                                    "scale_plain n=64 blocks=1/SM warps=2"}));
  EXPECT_EQ(plan().job(0).launches[0].block.x, 48);
}

TEST_F(PlanTest, GivesEveryPointAnIdentityAndAKeyOfItsOwn) {
  const Plan points = plan();
  std::set<std::string> identities, keys;
  for (std::int64_t i = 0; i < points.size(); ++i) {
    const Job job = points.job(i);
    EXPECT_EQ(job.ordinal, i);
    identities.insert(job.identity);
    keys.insert(job.key);
  }
  EXPECT_EQ(points.size(), 12);
  EXPECT_EQ(identities.size(), 12);
  EXPECT_EQ(keys.size(), 12);
}

TEST_F(PlanTest, ListsAPointWithoutMakingItsJob) {
  const Plan points = plan();
  EXPECT_EQ(points.columns(), (std::vector<std::string>{"n", "per", "a", "blocks", "warps"}));
  const PointLine line = points.line(5);
  EXPECT_EQ(line.instance, "scale_per<2>");
  EXPECT_EQ(line.values, (std::vector<Cell>{64.0, 2.0, 2.0, 128.0, 4.0}));
}

TEST_F(PlanTest, RefusesTwoPointsOfOneIdentity) {
  const auto message = [&](const std::string& text, const Overrides& overrides = {}) {
    grid(text);
    return files_.message([&] { plan(overrides); });
  };
  EXPECT_EQ(message("  n: [1000, 1000.0]\n"), R"text(experiments/x.yaml:5:13: axis 'n' has n = 1000 already
    n: [1000, 1000.0]
              ^
hint: keep one of them)text");
  EXPECT_EQ(message("  n: 8\n", {.set = {"n=1000,1000"}}), R"text(--set: axis 'n' has n = 1000 already
  n=1000,1000
         ^
hint: keep one of them)text");
  EXPECT_EQ(message("  n: 8\n  blocks: [128, 128]\n"),
            R"text(experiments/x.yaml:6:17: axis 'blocks' has blocks = 128 already
    blocks: [128, 128]
                  ^
hint: keep one of them)text");
  EXPECT_EQ(message("  n: 8\n  kernel: [scale_plain, scale_per: {per: [1, 2]}, scale_per: {per: [2, 4]}]\n"),
            R"text(experiments/x.yaml:6:51: points 2 and 3 are the same: scale_per n=8 per=2 blocks=1/SM warps=4
    kernel: [scale_plain, scale_per: {per: [1, 2]}, scale_per: {per: [2, 4]}]
                                                    ^
hint: points must differ in a parameter or in their launch: remove one from an axis or with `where`)text");
  EXPECT_EQ(message("  q: [2, 3, 4]\n  kernel: scale_plain\nderive:\n  n: floor(q / 2)\n"),
            R"text(experiments/x.yaml:5:3: points 0 and 1 are the same: scale_plain n=1 blocks=1/SM warps=4
    q: [2, 3, 4]
    ^
hint: points must differ in a parameter or in their launch: remove one from an axis or with `where`)text");
}

TEST_F(PlanTest, PlansAMillionPointsAsNumbers) {
  grid("  n: {from: 1, to: 31250, step: 1}\n  kernel: scale_plain\n  warps: {from: 1, to: 32, step: 1}\n");
  const Plan points = plan();
  EXPECT_EQ(points.size(), 1'000'000);
  EXPECT_EQ(points.job(999'999).identity, "scale_plain n=31250 blocks=1/SM warps=32");
}

}  // namespace
}  // namespace warpledger
