#include "plan/shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "plan/device_fixture.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

std::string refusal(const std::string& text) {
  try {
    return text_of(parse_shard(text, "--shard"));
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ShardText, IsANumberOfANumber) {
  EXPECT_EQ(refusal("2/8"), "2/8");
  EXPECT_EQ(refusal("1/1"), "1/1");
  EXPECT_EQ(refusal("8/8"), "8/8");
}

TEST(ShardText, IsRefusedWithWhatWouldBeRight) {
  EXPECT_EQ(refusal("0/3"), "--shard: there is no shard 0 of 3\nhint: write 1/3 to 3/3");
  EXPECT_EQ(refusal("4/3"), "--shard: there is no shard 4 of 3\nhint: write 1/3 to 3/3");
  EXPECT_EQ(refusal("1/0"), "--shard: a plan cannot be split into 0 shards\nhint: write 1 to 100000");
  EXPECT_EQ(refusal("1/100001"), "--shard: a plan cannot be split into 100001 shards\nhint: write 1 to 100000");
  for (const char* text : {"x/y", "", "/", "1", "1/", "/2", "1/2/3", "1/ 2", "+1/2", "1.5/2", "99999999999999999999/2"})
    EXPECT_EQ(refusal(text),
              "--shard: '" + std::string(text) + "' is no shard\nhint: write the second of eight as 2/8");
}

/// Small and large plans, with points of equal and different costs.
class Split : public testing::TestWithParam<const char*> {
 protected:
  Plan plan() const {
    const std::string grid = GetParam();
    files_.write("experiments/x.yaml", "experiment: x\nabout: A test.\nfamily: scale\ngrid:\n" + grid);
    return make_plan(load_experiment(files_.library(), "x"), rtx_4090());
  }
  TemporaryLibrary files_;
  Plan plan_ = plan();

  std::int64_t cost_us(const std::vector<std::int64_t>& ordinals) const {
    std::int64_t sum_us = 0;
    for (const std::int64_t ordinal : ordinals) sum_us += plan_.cost_us(ordinal);
    return sum_us;
  }
};

TEST_P(Split, PutsEveryPointInOneShard) {
  for (std::int64_t count = 1; count <= 40; ++count) {
    const auto shards = split_plan(plan_, count);
    ASSERT_EQ(shards.size(), static_cast<std::size_t>(count));
    std::multiset<std::int64_t> points;
    for (const auto& shard : shards) {
      EXPECT_TRUE(std::ranges::is_sorted(shard));
      points.insert(shard.begin(), shard.end());
    }
    ASSERT_EQ(points.size(), static_cast<std::size_t>(plan_.size()));
    EXPECT_EQ(std::set<std::int64_t>(points.begin(), points.end()).size(), points.size());
    EXPECT_EQ(*points.rbegin(), plan_.size() - 1);
  }
}

TEST_P(Split, IsTheSameEachTime) {
  const Plan again = plan();
  for (const std::int64_t count : {2, 3, 7}) {
    EXPECT_EQ(split_plan(plan_, count), split_plan(again, count));
    EXPECT_EQ(ordinals_of(plan_, {2, count}), split_plan(again, count)[1]);
  }
}

TEST_P(Split, CostsAboutTheSame) {
  std::int64_t total_us = 0, costliest_us = 0;
  for (std::int64_t ordinal = 0; ordinal < plan_.size(); ++ordinal) {
    total_us += plan_.cost_us(ordinal);
    costliest_us = std::max(costliest_us, plan_.cost_us(ordinal));
  }
  for (std::int64_t count = 1; count <= 40; ++count)
    for (const auto& shard : split_plan(plan_, count))
      EXPECT_LE(cost_us(shard), std::max(total_us / count * 5 / 4, total_us / count + costliest_us)) << count;
}

INSTANTIATE_TEST_SUITE_P(
    Plans, Split,
    testing::Values("  n: 64\n  kernel: scale_plain\n",                                    // one point
                    "  n: [64, 32]\n  kernel: [scale_plain, scale_per: {per: [2, 4]}]\n",  // two shapes
                    "  n: {from: 1, to: 100, step: 1}\n  warps: [1, 2, 4]\n",              // many shapes of equal cost
                    "  n: {from: 1, to: 1e9, times: 10}\n  warps: [1, 2, 4, 8, 16]\n",     // the last costs most
                    "  kernel: [scale_plain, scale_per]\n  n: [1e8, 1, 2e8, 7]\n"));  // shape as the innermost loop

class SplitByShape : public Split {};

TEST_P(SplitByShape, KeepsPointsOfOneShapeTogetherWhereThatBalances) {
  for (const std::int64_t count : {2, 4, 5, 10}) {
    const auto shards = split_plan(plan_, count);
    std::map<std::vector<double>, std::set<std::size_t>> homes;
    for (std::size_t i = 0; i < shards.size(); ++i)
      for (const std::int64_t ordinal : shards[i]) homes[plan_.shape(ordinal)].insert(i);
    EXPECT_EQ(homes.size(), 20u);
    for (const auto& [shape, shard] : homes) EXPECT_EQ(shard.size(), 1u) << count;
  }
}

TEST_P(SplitByShape, CutsThemWhereItDoesNot) {
  const auto shards = split_plan(plan_, 40);
  for (const auto& shard : shards) EXPECT_EQ(shard.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Plans, SplitByShape,
                         testing::Values("  n: {from: 1, to: 20, step: 1}\n  warps: [1, 2, 4]\n",
                                         "  kernel: [scale_plain, scale_per]\n  warps: [1, 2, 4]\n  n: {from: 1, to: "
                                         "20, step: 1}\n"));

}  // namespace
}  // namespace warpledger
