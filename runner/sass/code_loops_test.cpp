#include "sass/code_loops.h"

#include <gtest/gtest.h>

#include "sass/assembler_fixture.h"

namespace warpledger {
namespace {

ControlFlow flow_of(const Assembler& code) { return control_flow(code.code(), 89); }

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

TEST(CodeLoops, LoopsInLoopsAreNested) {
  EXPECT_TRUE(has_nested_loops(flow_of(Assembler().compute(1).load().branch_if(1).branch_if(0).exit())));
  EXPECT_FALSE(has_nested_loops(flow_of(Assembler().load().branch_if(0).load().branch_if(2).exit())))
      << "one after the other";
  EXPECT_FALSE(has_nested_loops(flow_of(Assembler().load().compute(1).branch_if(1).branch_if(0).exit())))
      << "nothing happens in the inner one";
}

}  // namespace
}  // namespace warpledger
