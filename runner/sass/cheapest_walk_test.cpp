#include "sass/cheapest_walk.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"
#include "sass/assembler_fixture.h"

namespace warpledger {
namespace {

WalkStep loads(std::uint32_t count) { return {{4 * count}, count}; }
WalkStep stores(std::uint32_t count) { return {{0, 4 * count}, count}; }

/// A loop that loads a word per turn in 5 instructions, after one that loads 4 in 8.
ControlFlow unrolled_loop() {
  return control_flow(Assembler()
                          .branch_if(9)
                          .load()
                          .load()
                          .load()
                          .load()
                          .compute(3)
                          .branch_if(1)
                          .branch_if(15)
                          .load()
                          .compute(3)
                          .branch_if(10)
                          .exit()
                          .code(),
                      89);
}

TEST(CheapestWalk, TakesTheUnrolledLoopAsOftenAsItCan) {
  const ControlFlow flow = unrolled_loop();
  const CheapestWalk walk(flow);
  // Two branches around the loops and the exit; 8 per four loads, 5 per remaining load.
  for (const std::uint64_t count : {0, 1, 3, 4, 5, 7, 8, 100, 1003}) {
    const auto behind = walk.repeat(walk.entry(), loads(1), count);
    ASSERT_TRUE(behind) << count;
    EXPECT_EQ(behind->back(), 3 + 8 * (count / 4) + 5 * (count % 4)) << count;
  }
}

TEST(CheapestWalk, CostsNoMoreTimeForManyTurns) {
  const ControlFlow flow = unrolled_loop();
  const CheapestWalk walk(flow);
  EXPECT_EQ(walk.repeat(walk.entry(), loads(1), 4'000'000'000'002)->back(), 3 + 8'000'000'000'000 + 10);
}

TEST(CheapestWalk, PerformsStepsInTheCompilersOrder) {
  const ControlFlow flow = control_flow(Assembler().load().load().store().store().exit().code(), 89);
  const CheapestWalk walk(flow);
  const std::vector<WalkStep> steps = {loads(1), stores(1), loads(1), stores(1)};
  EXPECT_EQ(walk.perform(walk.entry(), steps).back(), 5);
}

TEST(CheapestWalk, IsStuckWhereTheCodeDoesSomethingElse) {
  const ControlFlow flow = control_flow(Assembler().load().load().store().exit().code(), 89);
  const CheapestWalk walk(flow);
  EXPECT_EQ(walk.perform(walk.entry(), std::vector{loads(1), stores(1)}).back(), kUnreachable);
  EXPECT_TRUE(is_stuck(walk.perform(walk.entry(), std::vector{stores(2)})));
  EXPECT_FALSE(is_stuck(walk.perform(walk.entry(), std::vector{loads(2)})));
}

TEST(CheapestWalk, StaysStuck) {
  const ControlFlow flow = control_flow(Assembler().load().exit().code(), 89);
  const CheapestWalk walk(flow);
  const auto behind = walk.repeat(Frontier(flow.runs.size() + 1, kUnreachable), loads(1), 1000);
  ASSERT_TRUE(behind);
  EXPECT_TRUE(is_stuck(*behind));
}

TEST(CheapestWalk, PassesARunOfManyAccesses) {
  Assembler code;
  for (int i = 0; i < 100; ++i) code.load();
  const ControlFlow flow = control_flow(code.exit().code(), 89);
  const CheapestWalk walk(flow);
  EXPECT_EQ(walk.perform(walk.entry(), std::vector(100, loads(1))).back(), 101);
}

TEST(CheapestWalk, GivesUpWhereThereAreTooManyWays) {
  const ControlFlow flow = control_flow(Assembler().load().branch_if(0).exit().code(), 89);
  const std::vector<WalkStep> step = {{{16'000'000}, 1}};
  const CheapestWalk walk(flow);
  EXPECT_THROW(walk.perform(walk.entry(), step), Error);
  const std::uint32_t many = 1'000'000'000;
  EXPECT_THROW(walk.perform(walk.entry(), std::vector<WalkStep>{{{many, many, many}, 1}}), Error);
}

TEST(CheapestWalk, MayLeaveOutWhatAPredicateGuards) {
  const ControlFlow flow = control_flow(Assembler().load().load_if().exit().code(), 89);
  const CheapestWalk walk(flow);
  EXPECT_EQ(walk.perform(walk.entry(), std::vector{loads(1)}).back(), 3);
  EXPECT_EQ(walk.perform(walk.entry(), std::vector{loads(2)}).back(), 3);
}

TEST(Extrapolate, WaitsUntilTurnsAreAlike) {
  const std::vector<Frontier> settled = {{9}, {10}, {12}, {14}, {16}, {18}};
  EXPECT_EQ(extrapolate(settled, 2, 2, 100), (Frontier{208}));
  const std::vector<Frontier> unsettled = {{9}, {10}, {12}, {14}, {16}, {17}};
  EXPECT_EQ(extrapolate(unsettled, 2, 2, 100), std::nullopt);
}

TEST(Extrapolate, FindsPeriods) {
  std::vector<Frontier> turns;
  for (std::uint64_t i = 0; i < 12; ++i) turns.push_back({10 * (i / 3) + i % 3, kUnreachable});
  for (const std::uint64_t count : {12, 13, 14, 1001})
    EXPECT_EQ(extrapolate(turns, 2, 4, count), (Frontier{10 * (count / 3) + count % 3, kUnreachable})) << count;
  EXPECT_EQ(extrapolate(turns, 2, 2, 1001), std::nullopt);
}

}  // namespace
}  // namespace warpledger
