#include "search/search_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(SearchSpaceTest, NeighboursDifferInOneAxis) {
  // 0: (1,1)  1: (1,2)  2: (2,1)  3: (2,2)  4: (3,2)
  const SearchSpace space({{1, 1, 2, 2, 3}, {1, 2, 1, 2, 2}});
  EXPECT_EQ(space.size(), 5u);
  EXPECT_THAT(space.neighbours(0), UnorderedElementsAre(1, 2));
  EXPECT_THAT(space.neighbours(1), UnorderedElementsAre(0, 3, 4));
  EXPECT_THAT(space.neighbours(4), UnorderedElementsAre(1, 3));
}

TEST(SearchSpaceTest, APointThatFiltersHaveIsolatedHasNone) {
  const SearchSpace space({{1, 2}, {1, 2}});
  EXPECT_THAT(space.neighbours(0), IsEmpty());
}

TEST(SearchSpaceTest, AnAxisOfOneValueMakesNoNeighbours) {
  const SearchSpace space({{1, 1}, {1, 2}, {1, 1}});
  EXPECT_THAT(space.neighbours(0), ElementsAre(1));
  EXPECT_EQ(SearchSpace({}).size(), 0u);
}

TEST(SearchSpaceTest, AKernelWithOtherAxesIsANeighbourWhereTheSharedOnesAgree) {
  // Columns: kernel, warps, an axis of kernel 1, an axis of kernel 2.
  // 0: (1,1,1,-)  1: (1,1,2,-)  2: (1,2,1,-)  3: (2,1,-,1)  4: (2,1,-,2)  5: (3,1,-,-)
  const SearchSpace space({{1, 1, 1, 2, 2, 3}, {1, 1, 2, 1, 1, 1}, {1, 2, 1, 0, 0, 0}, {0, 0, 0, 1, 2, 0}});
  EXPECT_THAT(space.neighbours(0), UnorderedElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(space.neighbours(2), ElementsAre(0));  // differs in warps and kernel
  EXPECT_THAT(space.neighbours(3), UnorderedElementsAre(4, 0, 1, 5));
  EXPECT_THAT(space.neighbours(5), UnorderedElementsAre(0, 1, 3, 4));
}

TEST(SearchSpaceTest, RefusesMorePlacesThanCodes) {
  const std::vector<std::vector<std::uint32_t>> columns(3, {1, 1u << 31});
  EXPECT_THROW(SearchSpace{columns}, Error);
}

}  // namespace
}  // namespace warpledger
