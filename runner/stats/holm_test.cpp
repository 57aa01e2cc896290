#include "stats/holm.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

using testing::ElementsAre;

TEST(Holm, HoldsEachProbabilityAgainstTheLevelOverThoseThatAreLeft) {
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.004, 0.9, 0.003}, 0.01), ElementsAre(true, false, true));
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.006, 0.9, 0.003}, 0.01), ElementsAre(false, false, true));
}

TEST(Holm, StopsAtTheFirstThatDoesNotHold) {
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.004, 0.006, 0.0049}, 0.01), ElementsAre(false, false, false));
}

TEST(Holm, OfOneProbabilityIsThePlainTest) {
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.009}, 0.01), ElementsAre(true));
  EXPECT_TRUE(holding_by_holm({}, 0.01).empty());
}

}  // namespace
}  // namespace warpledger
