#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "backend_host/block_runner.h"
#include "backend_host/grid_runner.h"
#include "backend_host/host_memory.h"
#include "backend_host/warp_merge.h"
#include "l1_model/pattern_table.h"

namespace warpledger {

/// Takes what the warps of a block do.
class AccessSink {
 public:
  virtual ~AccessSink() = default;
  /// In program order of the warp.
  virtual void access(std::uint32_t warp, const WarpAccess& access) = 0;
  /// The warp waits for the block's other warps that have not ended.
  virtual void barrier(std::uint32_t warp) = 0;
  /// In program order as well. `site`: as that of accesses.
  virtual void shuffle(std::uint32_t /*warp*/, std::uint32_t /*instructions*/, std::uint32_t /*site*/) {}
};

/// What was seen in the blocks that were traced.
struct TraceFacts {
  std::array<std::array<std::uint64_t, 3>, 4> lane_accesses{};  ///< by Space and AccessKind
  std::uint64_t requests = 0;                                   ///< accesses of warps
  std::uint64_t divergent_requests = 0;     ///< of these, some lanes of the warp were elsewhere in the program
  std::uint64_t barriers = 0;               ///< of warps
  std::uint64_t warp_operations = 0;        ///< shuffles, votes, __syncwarp
  std::uint64_t dropped_lane_accesses = 0;  ///< to memory that a GPU does not have, such as launch parameters

  std::uint64_t lanes(Space space, AccessKind kind) const {
    return lane_accesses[static_cast<std::size_t>(space)][static_cast<std::size_t>(kind)];
  }
};

/// Runs blocks of a launch of traced kernels (compile_traced()) one by one on the calling OS thread, and tells what
/// their warps do to memory. The launch's effects on memory are real. Several OS threads may each have a tracer of the
/// same launch.
///
/// Addresses are the GPU's: global memory as `global` says, `__device__` and `__constant__` variables at addresses of
/// their own, shared memory from the start of the block's, static before dynamic. Local memory lies as on the GPU: the
/// same word of the 32 lanes makes 128 bytes. All are the same in every run.
class BlockTracer : private ThreadObserver, private LogReader, private WarpEventSink {
 public:
  /// `launch` must outlive the tracer; `global`: the memory that the kernels may use.
  BlockTracer(const GridLaunch& launch, const std::vector<AddressRange>& global);
  ~BlockTracer() override;
  BlockTracer(const BlockTracer&) = delete;
  BlockTracer& operator=(const BlockTracer&) = delete;

  /// Traces block number `block`, x fastest. Throws what BlockRunner::run() throws.
  void trace(std::uint64_t block, AccessSink& sink);

  /// Over all blocks traced so far.
  const TraceFacts& facts() const { return facts_; }

 private:
  void enter(std::uint32_t thread, const Fiber& stack) override;
  void arrive_at_barrier(const void* site) override;
  void arrive_at_warp_operation(std::uint32_t mask, std::uint32_t shuffles, const void* site) override;
  std::uint32_t settle() override;
  void make_room() override;
  void take(const WarpEvent& event) override;

  template <class Counts>
  std::uint64_t move_to_gpu(const std::uint64_t* events, const AddressRange& range, Counts counts);
  bool take_in_one_range(const WarpEvent& event);
  void take_lane_by_lane(const WarpEvent& event);
  std::optional<AddressRange> range_of(std::uint32_t lane, std::uint64_t address, std::uint32_t site);
  void pass_on(const WarpEvent& event);

  const GridLaunch& launch_;
  AddressMap map_;
  std::unique_ptr<LaneLogs> logs_ = std::make_unique<LaneLogs>();
  BlockRunner runner_;
  AccessSink* sink_ = nullptr;
  TraceFacts facts_;
  std::uint32_t program_site_ = 0;
  std::uint32_t warp_ = 0;                 ///< whose events the logs hold
  std::uint32_t lane_ = 0;                 ///< that runs
  std::uint32_t paused_ = 0;               ///< lanes that wait for room in their log, as a mask
  std::array<AddressRange, 32> stacks_{};  ///< by lane
  WarpAccess access_{};                    ///< the one being put together
};

/// Accesses to global memory by lane 0 of each warp of some blocks.
struct ProbeCounts {
  std::uint64_t warps = 0;
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;
  std::uint64_t atomics = 0;
};

/// Runs lane 0 of each warp of blocks [begin, end) of a launch of traced kernels, and no other lane: a thirty-second of
/// the work of a trace, enough to scale what was seen in some blocks to all of them. Runs on the calling OS thread; the
/// lanes' effects on memory are real. `global` as for BlockTracer. Absent when a lane comes to a barrier or a warp
/// operation, because what it does after that may depend on lanes that do not run.
std::optional<ProbeCounts> probe(const GridLaunch& launch, const std::vector<AddressRange>& global, std::uint64_t begin,
                                 std::uint64_t end);

}  // namespace warpledger
