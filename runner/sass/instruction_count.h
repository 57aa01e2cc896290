#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sass/control_flow.h"
#include "sass/cubin_reader.h"
#include "sass/sequence_walk.h"

namespace warpledger {

/// How many instructions a warp executes, predicated ones included, or why that cannot be told.
struct InstructionCount {
  std::optional<std::uint64_t> instructions;
  std::string reason;       ///< why `instructions` is absent
  bool all_fitted = false;  ///< shared memory, atomics, barriers and shuffles fitted, too; else global memory alone
};

/// Counts the instructions of a kernel's warps from what they do on the CPU: a warp takes the cheapest way through the
/// machine code that performs the accesses of its trace. Where its accesses to global memory alone fit, the count is
/// taken if those tell the turns of all loops, and if it leaves room for the rest.
class InstructionCounter {
 public:
  /// For `kernel` on compute capability `arch` (89) and sequences of `table`, which outlives this. Throws Error when
  /// the machine code cannot be followed.
  InstructionCounter(const KernelCode& kernel, int arch, const SequenceTable& table);
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  /// Of a warp that did `sequence`. Equal sequences are walked once.
  const InstructionCount& count(const AccessSequence& sequence);

  /// Whether the machine code has a loop without any access: its trip count is not in the trace, and counts are too low
  /// where warps go through it.
  bool has_silent_loop() const;

 private:
  InstructionCount walk(const std::vector<Repeated>& items);

  ControlFlow flow_;
  bool nested_;
  const SequenceTable& table_;
  std::map<std::vector<Repeated>, InstructionCount> known_;
  std::map<std::pair<FittedUnits, LoopOrder>, SequenceWalk> walks_;
};

}  // namespace warpledger
