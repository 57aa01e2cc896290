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

struct SmSetup {
  std::uint32_t sm_count = 0;
  std::uint32_t resident_blocks = 0;  ///< per SM
  L1Parameters l1;
  const KernelCode* code = nullptr;  ///< the GPU's code; null: unknown
  int arch = 0;
};

struct SmTrace {
  SmCounts counts;
  TraceFacts facts;
  std::uint64_t blocks = 0;
  std::optional<std::uint64_t> instructions;  ///< of its warps
  std::string no_instructions;                ///< why `instructions` is absent
  bool silent_loop = false;                   ///< `instructions` may be too low: see InstructionCounter
  bool only_global = false;                   ///< only global memory fitted: see InstructionCount
};

/// Traces the blocks of single SMs on the calling OS thread and replays their memory accesses. Block b runs on SM b
/// modulo the number of SMs; hardware assigns only the first blocks in turn, later ones to whichever SM has room.
class SmTracer {
 public:
  /// `launch`, of a traced module, and `setup` must outlive this; `global` is the memory that kernels may use.
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
