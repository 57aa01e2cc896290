#include "search/strategy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "search/random_search.h"

namespace warpledger {
namespace {

/// A lattice of `side` x `side` places.
SearchSpace lattice(std::uint32_t side) {
  std::vector<std::vector<std::uint32_t>> columns(2);
  for (std::uint32_t x = 0; x < side; ++x)
    for (std::uint32_t y = 0; y < side; ++y) {
      columns[0].push_back(x + 1);
      columns[1].push_back(y + 1);
    }
  return SearchSpace(std::move(columns));
}

/// A valley with its minimum at (side - 1, 0); every seventh point fails.
std::optional<double> valley(std::size_t point, std::uint32_t side) {
  if (point % 7 == 3) return std::nullopt;
  return 1 + std::abs(static_cast<double>(point / side) - (side - 1)) + static_cast<double>(point % side);
}

std::vector<std::size_t> asked(Strategy& strategy, std::uint32_t side, std::size_t most) {
  std::vector<std::size_t> points;
  while (points.size() < most) {
    const auto point = strategy.ask();
    if (!point) break;
    points.push_back(*point);
    strategy.tell(*point, valley(*point, side));
  }
  return points;
}

class EachStrategy : public testing::TestWithParam<StrategyKind> {
 protected:
  std::unique_ptr<Strategy> make(std::uint64_t seed) const { return make_strategy(GetParam(), space_, seed); }
  SearchSpace space_ = lattice(8);
};

TEST_P(EachStrategy, AsksForEveryPointOnce) {
  const auto strategy = make(1);
  const auto points = asked(*strategy, 8, 1000);
  EXPECT_EQ(points.size(), 64u);
  EXPECT_EQ(std::set(points.begin(), points.end()).size(), 64u);
  EXPECT_EQ(strategy->ask(), std::nullopt);
}

TEST_P(EachStrategy, GivesTheSamePointsForASeedAndOthersForAnother) {
  EXPECT_EQ(asked(*make(1), 8, 20), asked(*make(1), 8, 20));
  EXPECT_NE(asked(*make(1), 8, 20), asked(*make(2), 8, 20));
}

TEST_P(EachStrategy, NeverAsksForWhatItWasToldBefore) {
  const auto strategy = make(1);
  for (std::size_t point = 0; point < 64; point += 2) strategy->tell(point, valley(point, 8));
  const auto points = asked(*strategy, 8, 1000);
  EXPECT_EQ(points.size(), 32u);
  for (const std::size_t point : points) EXPECT_EQ(point % 2, 1u);
}

TEST_P(EachStrategy, HasAnEndWhereEveryPointFails) {
  const auto strategy = make(1);
  std::size_t count = 0;
  while (const auto point = strategy->ask()) {
    strategy->tell(*point, std::nullopt);
    ++count;
  }
  EXPECT_EQ(count, 64u);
}

INSTANTIATE_TEST_SUITE_P(All, EachStrategy, testing::Values(StrategyKind::random, StrategyKind::local),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(LocalSearchTest, FindsTheBottomOfAValleyInFewerPointsThanRandomSearch) {
  constexpr std::uint32_t kSide = 30;
  const SearchSpace space = lattice(kSide);
  const auto points_to_bottom = [&](StrategyKind kind, std::uint64_t seed) {
    const auto strategy = make_strategy(kind, space, seed);
    std::size_t count = 0;
    while (const auto point = strategy->ask()) {
      ++count;
      const auto time = valley(*point, kSide);
      if (time == 1.0) break;
      strategy->tell(*point, time);
    }
    return count;
  };
  std::size_t local = 0, random = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    local += points_to_bottom(StrategyKind::local, seed);
    random += points_to_bottom(StrategyKind::random, seed);
  }
  EXPECT_LT(2 * local, random);
}

TEST(LocalSearchTest, GoesOnFromTheFastestPointThatItWasTold) {
  const SearchSpace space = lattice(8);
  const auto strategy = make_strategy(StrategyKind::local, space, 1);
  strategy->tell(0, 5.0);
  strategy->tell(9, 1.0);  // (1, 1)
  const std::optional<std::size_t> next = strategy->ask();
  ASSERT_TRUE(next);
  EXPECT_TRUE(*next / 8 == 1 || *next % 8 == 1) << *next;
}

TEST(ChanceToHoldOne, IsThatOfDrawingWithoutRepetition) {
  EXPECT_DOUBLE_EQ(chance_to_hold_one(10, 0, 1), 0);
  EXPECT_DOUBLE_EQ(chance_to_hold_one(10, 3, 1), 0.3);
  EXPECT_NEAR(chance_to_hold_one(10, 3, 2), 1 - 7.0 * 6 / (10 * 9), 1e-12);
  EXPECT_DOUBLE_EQ(chance_to_hold_one(10, 9, 2), 1);
  EXPECT_DOUBLE_EQ(chance_to_hold_one(10, 10, 1), 1);
}

TEST(RandomOrder, IsThatOfThisSeedOnEveryMachine) {
  RandomEngine random(1);
  EXPECT_EQ(random_order(8, random), (std::vector<std::size_t>{4, 6, 3, 5, 1, 7, 2, 0}));
}

}  // namespace
}  // namespace warpledger
