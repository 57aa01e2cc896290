#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backend_host/block_tracer.h"
#include "l1_model/pattern_table.h"
#include "l1_model/replay.h"
#include "sass/instruction_count.h"

namespace warpledger {

/// How a launch maps to the SMs of the modelled GPU.
struct SmSetup {
  std::uint32_t sm_count = 0;
  std::uint32_t resident_blocks = 0;  ///< of an SM
  L1Parameters l1;
  const KernelCode* code = nullptr;  ///< what the GPU would run; null: not known
  int arch = 0;                      ///< of `code`
};

/// What one SM did.
struct SmTrace {
  SmCounts counts;
  TraceFacts facts;
  std::uint64_t blocks = 0;
  std::optional<std::uint64_t> instructions;  ///< of its warps
  std::string no_instructions;                ///< why `instructions` is absent
  bool silent_loop = false;                   ///< `instructions` may be too low: see InstructionCounter
  bool only_global = false;                   ///< no more than global memory fitted: see InstructionCount
};

/// Traces the blocks of single SMs on the calling OS thread, and replays what their warps do to memory. Block b runs on
/// SM b modulo their number: the hardware gives the first blocks to SMs in turn, and later ones to whichever has room.
class SmTracer {
 public:
  /// `launch`, of a traced module, and `setup` must outlive this; `global`: the memory that kernels may use.
  SmTracer(const GridLaunch& launch, const std::vector<AddressRange>& global, const SmSetup& setup);

  SmTrace trace(std::uint32_t sm);

 private:
  class BlockSink;

  BlockTrace trace_block(std::uint64_t block, SmTrace& into);
  void count_instructions(const std::vector<AccessSequence>& warps, SmTrace& into);

  const GridLaunch& launch_;
  const SmSetup& setup_;
  BlockTracer tracer_;
  PatternTable patterns_;
  SequenceTable sequences_;
  std::optional<InstructionCounter> counter_;
  std::string no_counter_;
};

}  // namespace warpledger
