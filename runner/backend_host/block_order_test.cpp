#include <gtest/gtest.h>

#include "backend_host/grid_runner.h"

namespace warpledger {
namespace {

using Order = std::vector<std::uint32_t>;

TEST(LoopContiguousOrder, PutsBothBranchesBeforeWhereTheyMeet) {
  // 0 -> 1 (join) or 2; 2 -> 3 -> 1
  EXPECT_EQ(loop_contiguous_order({{1, 2}, {}, {3}, {1}}), (Order{0, 2, 3, 1}));
}

TEST(LoopContiguousOrder, PutsALoopsExitBehindAllOfTheLoop) {
  // 1 is the header; 2 leaves to 4 or continues to 3, which jumps back.
  EXPECT_EQ(loop_contiguous_order({{1}, {2}, {4, 3}, {1}, {}}), (Order{0, 1, 2, 3, 4}));
}

TEST(LoopContiguousOrder, KeepsInnerLoopsInOnePiece) {
  // Outer loop 1..4, inner loop 3 and 5. The inner loop is last in the text, the exit in the middle.
  const Order order = loop_contiguous_order({{1}, {3}, {}, {5, 4}, {1, 2}, {3}});
  EXPECT_EQ(order, (Order{0, 1, 3, 5, 4, 2}));
}

TEST(LoopContiguousOrder, KeepsBlocksThatNothingLeadsTo) { EXPECT_EQ(loop_contiguous_order({{}, {0}}).size(), 2u); }

}  // namespace
}  // namespace warpledger
