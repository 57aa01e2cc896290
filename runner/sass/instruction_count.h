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

/// Instructions of a warp, including predicated ones, or the reason why they are unknown.
struct InstructionCount {
  std::optional<std::uint64_t> instructions;
  std::string reason;
  bool all_fitted = false;  ///< false: only global memory accesses were fitted
};

/// Counts a warp's instructions from its CPU trace: the cheapest path through the machine code that performs the
/// trace's accesses. If only the global accesses fit, their count is used if they determine all trip counts and leave
/// room for the other operations.
class InstructionCounter {
 public:
  /// `table` has the words of the sequences and must outlive this. Throws Error if the machine code cannot be followed.
  InstructionCounter(const KernelCode& kernel, int arch, const SequenceTable& table);
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  /// Results are cached.
  const InstructionCount& count(const AccessSequence& sequence);

  /// True if the machine code has a loop without accesses. Traces do not show its trip count, so counts of warps that
  /// execute it are too low.
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
