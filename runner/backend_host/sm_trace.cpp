#include "backend_host/sm_trace.h"

#include "base/error.h"

namespace warpledger {
namespace {

/// Returns the kind that machine code is matched by; absent for memory that code may access in other ways.
std::optional<WarpOperation> operation_of(const WarpAccess& access) {
  if (access.kind == AccessKind::atomic) return WarpOperation::atomic;
  const bool load = access.kind == AccessKind::load;
  if (access.space == Space::global) return load ? WarpOperation::global_load : WarpOperation::global_store;
  if (access.space == Space::shared) return load ? WarpOperation::shared_load : WarpOperation::shared_store;
  return std::nullopt;
}

std::uint32_t warps_of(const GridLaunch& launch) {
  return static_cast<std::uint32_t>((launch.block.volume() + 31) / 32);
}

TraceFacts difference(TraceFacts later, const TraceFacts& earlier) {
  for (std::size_t space = 0; space < later.lane_accesses.size(); ++space)
    for (std::size_t kind = 0; kind < later.lane_accesses[space].size(); ++kind)
      later.lane_accesses[space][kind] -= earlier.lane_accesses[space][kind];
  later.requests -= earlier.requests;
  later.divergent_requests -= earlier.divergent_requests;
  later.barriers -= earlier.barriers;
  later.warp_operations -= earlier.warp_operations;
  later.dropped_lane_accesses -= earlier.dropped_lane_accesses;
  return later;
}

}  // namespace

/// Passes accesses to the memory model and the instruction count.
class SmTracer::BlockSink : public AccessSink {
 public:
  BlockSink(BlockTrace& trace, std::vector<AccessSequence>& sequences) : trace_(trace), sequences_(sequences) {}

  void access(std::uint32_t warp, const WarpAccess& access) override {
    trace_.add(warp, access);
    if (sequences_.empty()) return;
    const std::optional<WarpOperation> operation = operation_of(access);
    if (!operation) return;
    const std::uint32_t amount = access.kind == AccessKind::atomic ? 1 : access.bytes;
    sequences_[warp].add(*operation, amount, access.site);
  }

  void barrier(std::uint32_t warp) override {
    trace_.barrier(warp);
    if (!sequences_.empty()) sequences_[warp].add(WarpOperation::barrier, 1, 0);
  }

  void shuffle(std::uint32_t warp, std::uint32_t instructions, std::uint32_t site) override {
    if (!sequences_.empty()) sequences_[warp].add(WarpOperation::shuffle, instructions, site);
  }

 private:
  BlockTrace& trace_;
  std::vector<AccessSequence>& sequences_;  ///< by warp; empty: instructions are not counted
};

SmTracer::SmTracer(const GridLaunch& launch, const std::vector<AddressRange>& global, const SmSetup& setup)
    : launch_(launch), setup_(setup), tracer_(launch, global) {
  if (setup.code == nullptr) {
    no_counter_ = "no machine code";
    return;
  }
  try {
    counter_.emplace(*setup.code, setup.arch, sequences_);
  } catch (const Error& error) {
    no_counter_ = error.problem();
  }
}

SmTrace SmTracer::trace(std::uint32_t sm) {
  SmTrace traced;
  if (counter_) traced.instructions = 0;
  traced.no_instructions = no_counter_;
  traced.silent_loop = counter_ && counter_->has_silent_loop();
  const TraceFacts before = tracer_.facts();
  std::uint64_t next = sm;
  const std::uint64_t blocks = launch_.grid.volume();
  traced.counts = replay_sm(setup_.l1, setup_.resident_blocks, [&]() -> std::optional<BlockTrace> {
    if (next >= blocks) return std::nullopt;
    const std::uint64_t block = next;
    next += setup_.sm_count;
    ++traced.blocks;
    return trace_block(block, traced);
  });
  traced.facts = difference(tracer_.facts(), before);
  return traced;
}

BlockTrace SmTracer::trace_block(std::uint64_t block, SmTrace& into) {
  BlockTrace trace(patterns_, warps_of(launch_));
  std::vector<AccessSequence> sequences(into.instructions ? warps_of(launch_) : 0, AccessSequence(sequences_));
  BlockSink sink(trace, sequences);
  tracer_.trace(block, sink);
  count_instructions(sequences, into);
  return trace;
}

void SmTracer::count_instructions(const std::vector<AccessSequence>& warps, SmTrace& into) {
  for (const AccessSequence& warp : warps) {
    const InstructionCount& count = counter_->count(warp);
    if (!count.instructions) {
      into.instructions.reset();
      into.no_instructions = count.reason;
      return;
    }
    *into.instructions += *count.instructions;
    into.only_global = into.only_global || !count.all_fitted;
  }
}

}  // namespace warpledger
