#include <gmock/gmock.h>

#include "grading/score/grade_rule.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::size_t> ranks(const std::vector<Ratio>& ratios) {
  std::vector<std::size_t> found;
  for (const Standing& standing : standings_of(ratios)) found.push_back(standing.rank);
  return found;
}

TEST(TieGroups, OfNobodyAreNone) { EXPECT_THAT(ranks({}), IsEmpty()); }

TEST(TieGroups, AreInTheOrderOfRatiosWhateverTheOrderGiven) {
  EXPECT_THAT(ranks({{3, 2.9, 3.1}, {1, 0.9, 1.1}, {2, 1.9, 2.1}}), ElementsAre(3, 1, 2));
}

TEST(TieGroups, HoldNeighboursWhoseIntervalsOverlap) {
  const std::vector<Ratio> ratios = {{1, 0.95, 1.05}, {1.02, 1, 1.04}, {1.2, 1.1, 1.3}};
  EXPECT_THAT(ranks(ratios), ElementsAre(1, 1, 3));
  EXPECT_EQ(standings_of(ratios)[0].tied, 2u);
  EXPECT_EQ(standings_of(ratios)[2].tied, 1u);
}

TEST(TieGroups, GoOnFromNeighbourToNeighbour) {
  // The third overlaps only with the second. If it were separate, noise would change the places from grading to
  // grading.
  EXPECT_THAT(ranks({{1, 0.9, 1.1}, {1.1, 1, 1.2}, {1.2, 1.15, 1.3}}), ElementsAre(1, 1, 1));
}

TEST(TieGroups, AreNotWidenedBeyondTheNeighboursOfOneWhoseTimesScatter) {
  // The second's interval reaches all others.
  EXPECT_THAT(ranks({{1, 0.9, 1.1}, {1.2, 1, 9}, {1.3, 1.25, 1.35}, {2, 1.9, 2.1}}), ElementsAre(1, 1, 1, 4));
  EXPECT_THAT(ranks({{1, 0.9, 1.1}, {1.3, 1.2, 1.4}, {1.5, 1, 2}}), ElementsAre(1, 2, 2));
}

}  // namespace
}  // namespace warpledger
