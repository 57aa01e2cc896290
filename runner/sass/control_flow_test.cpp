#include "sass/control_flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

#include "base/error.h"
#include "sass/assembler_fixture.h"
#include "sass/instruction.h"

namespace warpledger {
namespace {

using ::testing::ElementsAre;

std::uint32_t amount(const OperationAmounts& amounts, WarpOperation operation) {
  return amounts[static_cast<std::size_t>(operation)];
}

std::string problem_of(const std::string& code) {
  try {
    control_flow(code, 89);
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

TEST(ControlFlow, OfStraightCodeIsOneRun) {
  const ControlFlow flow = control_flow(Assembler().compute(2).load().load().compute(1).exit().code(), 89);
  ASSERT_EQ(flow.runs.size(), 1);
  EXPECT_EQ(flow.runs[0].instructions, 6);
  EXPECT_EQ(amount(flow.runs[0].amounts, WarpOperation::global_load), 8);
  EXPECT_THAT(flow.runs[0].next, ElementsAre(1)) << "the end";
}

TEST(ControlFlow, PartsLoadsFromStores) {
  const ControlFlow flow = control_flow(Assembler().load().compute(3).store().exit().code(), 89);
  ASSERT_EQ(flow.runs.size(), 2);
  EXPECT_EQ(flow.runs[0].instructions, 4);
  EXPECT_EQ(flow.runs[1].instructions, 2);
}

TEST(ControlFlow, OfALoopLeadsBackToItsFirstRun) {
  const ControlFlow flow = control_flow(Assembler().compute(1).load().branch_if(1).exit().code(), 89);
  ASSERT_EQ(flow.runs.size(), 3);
  EXPECT_THAT(flow.runs[0].next, ElementsAre(1));
  EXPECT_THAT(flow.runs[1].next, ElementsAre(1, 2));
  EXPECT_THAT(flow.runs[2].next, ElementsAre(3));
}

TEST(ControlFlow, KeepsAPredicatedLoadApartAsOneThatMayNotHappen) {
  const ControlFlow flow = control_flow(Assembler().load().load_if().load().exit().code(), 89);
  ASSERT_EQ(flow.runs.size(), 3);
  EXPECT_FALSE(flow.runs[0].optional);
  EXPECT_TRUE(flow.runs[1].optional);
  EXPECT_FALSE(flow.runs[2].optional);
}

TEST(ControlFlow, HasACalledFunctionOnceForEveryCall) {
  const ControlFlow flow = control_flow(Assembler().call(5).call(5).exit().load().call_back().code(), 89);
  std::uint32_t instructions = 0;
  for (const CodeRun& run : flow.runs) instructions += run.instructions;
  EXPECT_EQ(instructions, 5 + 2 * 2);
}

TEST(ControlFlow, ACallThatDoesNotSayWhereToComeBackIsAJump) {
  // Two nested loops: the inner one calls a function, and a call leaves it.
  const ControlFlow flow = control_flow(
      Assembler().load().call(7).call_for_good_if(5).branch(0).branch_if(0).exit().compute(1).call_back().code(), 89);
  std::uint32_t instructions = 0;
  for (const CodeRun& run : flow.runs) instructions += run.instructions;
  EXPECT_EQ(instructions, 7 + 2) << "each once";
}

TEST(ControlFlow, RefusesWhatItCannotFollow) {
  EXPECT_EQ(problem_of(Assembler().indirect_branch().exit().code()), "the machine code has an indirect jump: BRX");
  EXPECT_EQ(problem_of(Assembler().branch(7).exit().code()), "the machine code jumps out of the kernel");
  EXPECT_EQ(problem_of(Assembler().compute(1).code()), "the machine code has no end");
  EXPECT_EQ(problem_of(Assembler().call(0).exit().code()), "functions call each other too deeply");
  EXPECT_EQ(problem_of(Assembler().call_back().code()), "the machine code returns without a call");
  EXPECT_EQ(problem_of("half an instruct"), "the machine code has no end");
  EXPECT_EQ(problem_of("half"), "the machine code is incomplete");
  EXPECT_EQ(problem_of(""), "the machine code is incomplete");
}

// Encodings of real programs by ptxas 13.0 with known meaning.

TEST(Instruction, BranchesAreDecodedAsPtxasWritesThem) {
  const auto target = [](std::uint64_t low, std::uint64_t high, std::size_t place, int arch) {
    const std::string code = Assembler().compute(static_cast<int>(place / 16)).raw(low, high).code();
    return decode(code, place, arch).target;
  };
  EXPECT_EQ(target(0xfffffd5000008947, 0x002fea000383ffff, 0x650, 89), 0x3b0);
  EXPECT_EQ(target(0x000001000000a947, 0x000fea0003800000, 0x1100, 89), 0x1210);
  EXPECT_EQ(target(0xfffffffc00a88947, 0x000fea000383ffff, 0x280, 90), 0x130);
  EXPECT_EQ(target(0xfffffffc00fc7947, 0x000fc0000383ffff, 0x510, 100), 0x510);
}

TEST(Instruction, ABranchOfPartedWarpsIsNotTakenByAllWarps) {
  const std::string code = Assembler().raw(0x0000000207447947, 0x001fea000b800000).code();
  EXPECT_TRUE(decode(code, 0, 90).conditional);
}

TEST(Instruction, ASecondConditionMakesABranchConditional) {
  const std::string code = Assembler().raw(0x000004b000007947, 0x000fea0006800000).code();
  EXPECT_TRUE(decode(code, 0, 89).conditional);
}

TEST(Instruction, AnAsynchronousCopyLoadsAndStores) {
  const std::string code = Assembler().raw(0x0000000002057fae, 0x000fe8000b901c44).code();
  const OperationAmounts amounts = decode(code, 0, 89).amounts;
  EXPECT_EQ(amount(amounts, WarpOperation::global_load), 16);
  EXPECT_EQ(amount(amounts, WarpOperation::shared_store), 16);
}

TEST(ControlFlow, TakesAnyBytesWithoutHarm) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string code(16 * (1 + random() % 40), '\0');
    for (char& byte : code) byte = static_cast<char>(random());
    // Random bytes rarely encode jumps, so some opcodes are inserted.
    for (std::size_t at = 0; at < code.size(); at += 16)
      if (random() % 3 == 0) code[at] = static_cast<char>("\x47\x44\x50\x4d"[random() % 4]), code[at + 1] = '\x09';
    for (const int arch : {89, 90}) {
      try {
        for (const CodeRun& run : control_flow(code, arch).runs) EXPECT_FALSE(run.next.empty());
      } catch (const Error&) {
      }
    }
  }
}

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
