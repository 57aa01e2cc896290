#include "sass/instruction_count.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "sass/assembler_fixture.h"

namespace warpledger {
namespace {

/// A warp that reads each vector in one loop, then reads and writes it in another.
void add_vectors(AccessSequence& sequence, int vectors, int components) {
  for (int v = 0; v < vectors; ++v) {
    for (int i = 0; i < components; ++i) sequence.add(WarpOperation::global_load, 4, 1);
    for (int i = 0; i < components; ++i) {
      sequence.add(WarpOperation::global_load, 4, 2);
      sequence.add(WarpOperation::global_store, 4, 3);
    }
  }
}

/// The same as machine code: 4 and 5 instructions per component, 3 more per vector, 1 at the end.
KernelCode vector_kernel() {
  return {Assembler()
              .compute(1)  // 0
              .load()
              .compute(2)
              .branch_if(1)  // 1
              .compute(1)    // 5
              .load()
              .compute(2)
              .store()
              .branch_if(6)  // 6
              .branch_if(0)  // 11
              .exit()
              .code()};
}

std::optional<std::uint64_t> count_of(const KernelCode& kernel, const SequenceTable& table,
                                      const AccessSequence& sequence) {
  return InstructionCounter(kernel, 89, table).count(sequence).instructions;
}

TEST(InstructionCount, KeepsTheTripCountsOfNestedLoops) {
  SequenceTable table;
  const KernelCode kernel = vector_kernel();
  InstructionCounter counter(kernel, 89, table);
  for (const int vectors : {1, 2, 3, 50})
    for (const int components : {2, 4, 16, 300}) {
      AccessSequence sequence(table);
      add_vectors(sequence, vectors, components);
      const InstructionCount& count = counter.count(sequence);
      EXPECT_EQ(count.instructions, vectors * (3 + 9 * components) + 1) << vectors << " x " << components;
      EXPECT_TRUE(count.all_fitted);
      EXPECT_EQ(count.reason, "");
    }
}

TEST(InstructionCount, TakesMergedAccessesForWhatTheyAre) {
  SequenceTable table;
  AccessSequence sequence(table);
  for (int i = 0; i < 8; ++i) sequence.add(WarpOperation::shared_load, 4, static_cast<std::uint64_t>(i));
  EXPECT_EQ(count_of({Assembler().load_shared_vector().load_shared_vector().exit().code()}, table, sequence), 3);
}

TEST(InstructionCount, OfAWarpWithoutWorkIsItsWayOut) {
  SequenceTable table;
  EXPECT_EQ(count_of({Assembler().compute(5).exit_if().load().exit().code()}, table, AccessSequence(table)), 6);
}

TEST(InstructionCount, FollowsFunctionsThatCallFunctions) {
  SequenceTable table;
  AccessSequence sequence(table);
  for (int i = 0; i < 2; ++i) sequence.add(WarpOperation::global_load, 4, 1);
  const KernelCode kernel = {Assembler()
                                 .call(5)
                                 .call(5)
                                 .exit()  // 0
                                 .call(8)
                                 .call_back()  // 5
                                 .load()
                                 .call_back()  // 8
                                 .code()};
  EXPECT_EQ(count_of(kernel, table, sequence), 2 * 7 + 1);
}

TEST(InstructionCount, SaysWhatDidNotFit) {
  SequenceTable table;
  AccessSequence sequence(table);
  for (int i = 0; i < 3; ++i) sequence.add(WarpOperation::global_load, 4, static_cast<std::uint64_t>(i));
  sequence.add(WarpOperation::global_store, 4, 9);
  sequence.add(WarpOperation::barrier, 1, 10);
  const KernelCode kernel = {Assembler().load().load().store().exit().code()};
  InstructionCounter counter(kernel, 89, table);
  const InstructionCount& count = counter.count(sequence);
  EXPECT_EQ(count.instructions, std::nullopt);
  EXPECT_EQ(count.reason,
            "no path through the machine code matches what a lane did on the CPU: 12 bytes of global loads, 4 bytes of "
            "global stores, 1 barriers");
}

TEST(InstructionCount, FitsGlobalMemoryAloneWhereTheRestDiffers) {
  SequenceTable table;
  AccessSequence sequence(table);
  sequence.add(WarpOperation::global_load, 4, 1);
  sequence.add(WarpOperation::shuffle, 1, 2);
  const KernelCode kernel = {Assembler().load().shuffle().shuffle().exit().code()};
  InstructionCounter counter(kernel, 89, table);
  EXPECT_EQ(counter.count(sequence).instructions, 4);
  EXPECT_FALSE(counter.count(sequence).all_fitted);
}

TEST(InstructionCount, IsNotMadeOfGlobalMemoryWhereThatDoesNotTellTheTurnsOfALoop) {
  SequenceTable table;
  AccessSequence sequence(table);
  sequence.add(WarpOperation::global_load, 4, 1);
  for (int i = 0; i < 100; ++i) sequence.add(WarpOperation::shared_load, 16, 2);
  sequence.add(WarpOperation::shuffle, 1, 3);
  const KernelCode other_shuffles = {
      Assembler().load().load_shared_vector().branch_if(1).shuffle().shuffle().exit().code()};
  InstructionCounter counter(other_shuffles, 89, table);
  EXPECT_EQ(counter.count(sequence).instructions, std::nullopt);
  EXPECT_EQ(
      counter.count(sequence).reason,
      "no path through the machine code matches what a lane did on the CPU: 4 bytes of global loads, 1600 bytes of "
      "shared loads, 1 shuffles");
}

TEST(InstructionCount, IsNotBelowWhatTheAccessesNeed) {
  SequenceTable table;
  AccessSequence sequence(table);
  sequence.add(WarpOperation::global_load, 4, 1);
  for (int i = 0; i < 7; ++i) sequence.add(WarpOperation::shared_load, 16, 2);
  const KernelCode fewer_loads = {Assembler().load().load_shared_vector().load_shared_vector().exit().code()};
  EXPECT_EQ(count_of(fewer_loads, table, sequence), std::nullopt);
}

TEST(InstructionCount, KnowsOfLoopsThatNoTraceShows) {
  SequenceTable table;
  const KernelCode silent = {Assembler().load().compute(3).branch_if(1).exit().code()};
  EXPECT_TRUE(InstructionCounter(silent, 89, table).has_silent_loop());
  EXPECT_FALSE(InstructionCounter(vector_kernel(), 89, table).has_silent_loop());
}

TEST(InstructionCount, RefusesCodeThatCannotBeFollowed) {
  SequenceTable table;
  EXPECT_THROW(InstructionCounter({Assembler().indirect_branch().code()}, 89, table), Error);
}

}  // namespace
}  // namespace warpledger
