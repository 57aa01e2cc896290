#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>

#include "sass/assembler_fixture.h"
#include "sass/control_flow.h"

namespace warpledger {
namespace {

ControlFlow flow_of(const Assembler& code) { return control_flow(code.code(), 89); }

OperationAmounts units_of(std::initializer_list<WarpOperation> operations) {
  OperationAmounts units{};
  for (const WarpOperation operation : operations) units[static_cast<std::size_t>(operation)] = 1;
  return units;
}

TEST(CodeLoops, ALoopWithoutAccessesIsSilent) {
  EXPECT_TRUE(has_silent_loop(flow_of(Assembler().load().compute(3).branch_if(1).store().exit())));
  EXPECT_FALSE(has_silent_loop(flow_of(Assembler().load().compute(3).branch_if(0).store().exit())));
  EXPECT_FALSE(has_silent_loop(flow_of(Assembler().load().compute(3).exit())));
}

TEST(CodeLoops, ALoopWithASilentLoopInsideIsSilentAsWell) {
  EXPECT_TRUE(has_silent_loop(flow_of(Assembler().load().compute(3).branch_if(1).branch_if(0).exit())));
}

TEST(CodeLoops, AWayAroundAnInnerLoopMakesTheOuterOneNotSilent) {
  EXPECT_FALSE(has_silent_loop(flow_of(Assembler().branch_if(3).load().branch_if(1).branch_if(0).exit())));
}

TEST(CodeLoops, ALoopIsUnfittedWhereNoneOfItsOperationsCounts) {
  const ControlFlow flow = flow_of(Assembler().load().load_shared_vector().branch_if(1).branch_if(0).exit());
  EXPECT_TRUE(has_unfitted_loop(flow, units_of({WarpOperation::global_load})));
  EXPECT_FALSE(has_unfitted_loop(flow, units_of({WarpOperation::shared_load})));
  EXPECT_TRUE(has_unfitted_loop(flow, units_of({})));
  const ControlFlow silent = flow_of(Assembler().load().compute(3).branch_if(1).exit());
  EXPECT_FALSE(has_unfitted_loop(silent, units_of({}))) << "it has no operations";
}

TEST(CodeLoops, LoopsInLoopsAreNested) {
  EXPECT_TRUE(has_nested_loops(flow_of(Assembler().compute(1).load().branch_if(1).branch_if(0).exit())));
  EXPECT_FALSE(has_nested_loops(flow_of(Assembler().load().branch_if(0).load().branch_if(2).exit())))
      << "one after the other";
  EXPECT_FALSE(has_nested_loops(flow_of(Assembler().load().compute(1).branch_if(1).branch_if(0).exit())))
      << "nothing happens in the inner one";
}

}  // namespace
}  // namespace warpledger
