#include <gtest/gtest.h>

#include <algorithm>

#include "backend_cuda/counter_plan.h"

namespace warpledger {
namespace {

std::size_t options_other_than(const Pick& pick, std::size_t option) {
  return pick.size() - static_cast<std::size_t>(std::count(pick.begin(), pick.end(), option));
}

TEST(CheapestPick, FindsWhatOnlyOneOfAllPicksIs) {
  const std::vector<std::size_t> counts = {2, 3, 2};
  EXPECT_EQ(cheapest_pick(counts, 1, [](const Pick& pick) { return pick == Pick{1, 2, 0} ? 3 : 4; }), (Pick{1, 2, 0}));
}

TEST(CheapestPick, AmongEqualsIsTheFirst) {
  const std::vector<std::size_t> counts = {2, 3, 2};
  EXPECT_EQ(cheapest_pick(counts, 1, [](const Pick& pick) { return pick[1] == 1 ? 2 : 3; }), (Pick{0, 1, 0}));
}

TEST(CheapestPick, StopsAtTheLowerBound) {
  int tried = 0;
  const std::vector<std::size_t> counts = {2, 3, 2};
  cheapest_pick(counts, 2, [&](const Pick&) {
    ++tried;
    return 2;
  });
  EXPECT_EQ(tried, 1);
}

TEST(CheapestPick, OfNoListsIsEmpty) {
  EXPECT_TRUE(cheapest_pick({}, 1, [](const Pick&) { return 1; }).empty());
}

TEST(CheapestPick, OfManyListsDescendsToTheCheapest) {
  const std::vector<std::size_t> counts(40, 2);
  const Pick cheapest =
      cheapest_pick(counts, 1, [](const Pick& pick) { return 1 + static_cast<int>(options_other_than(pick, 1)); });
  EXPECT_EQ(cheapest, Pick(40, 1));
}

TEST(CheapestPick, OfManyListsLeavesAPlateauByAnotherStart) {
  // The cost only falls when all lists are at their second option.
  const std::vector<std::size_t> counts(40, 2);
  EXPECT_EQ(cheapest_pick(counts, 1, [](const Pick& pick) { return options_other_than(pick, 1) == 0 ? 4 : 9; }),
            Pick(40, 1));
}

TEST(CheapestPick, OfManyListsUsesEarlyOptionsWhereTheyCostNoMore) {
  const std::vector<std::size_t> counts(40, 3);
  Pick wanted(40, 0);
  wanted[7] = 2;
  EXPECT_EQ(cheapest_pick(counts, 1, [](const Pick& pick) { return pick[7] == 2 ? 3 : 5; }), wanted);
}

}  // namespace
}  // namespace warpledger
