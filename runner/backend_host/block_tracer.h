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

class AccessSink {
 public:
  virtual ~AccessSink() = default;
  /// Called in the warp's program order.
  virtual void access(std::uint32_t warp, const WarpAccess& access) = 0;
  /// The warp waits for all other warps of the block that have not ended.
  virtual void barrier(std::uint32_t warp) = 0;
  /// In program order, too.
  virtual void shuffle(std::uint32_t /*warp*/, std::uint32_t /*instructions*/, std::uint32_t /*site*/) {}
};

/// Totals over the traced blocks.
struct TraceFacts {
  std::array<std::array<std::uint64_t, 3>, 4> lane_accesses{};  ///< by Space and AccessKind
  std::uint64_t requests = 0;                                   ///< accesses of warps
  std::uint64_t divergent_requests = 0;     ///< requests while some lanes of the warp were elsewhere
  std::uint64_t barriers = 0;               ///< of warps
  std::uint64_t warp_operations = 0;        ///< shuffles, votes, __syncwarp
  std::uint64_t dropped_lane_accesses = 0;  ///< outside GPU memory, such as launch parameters

  std::uint64_t lanes(Space space, AccessKind kind) const {
    return lane_accesses[static_cast<std::size_t>(space)][static_cast<std::size_t>(kind)];
  }
};

/// Runs blocks of a launch of traced kernels (compile_traced()) one by one on the calling OS thread, and reports the
/// memory operations of their warps. Their effects on memory are real. OS threads may each have a tracer of the same
/// launch.
///
/// Addresses are those of a GPU and the same in every run. Shared memory starts at 0 in each block, static before
/// dynamic. In local memory the same word of the 32 lanes makes up 128 bytes.
class BlockTracer : private ThreadObserver, private LogReader, private WarpEventSink {
 public:
  /// `launch` must outlive this; `global` is the memory that the kernels may use.
  BlockTracer(const GridLaunch& launch, const std::vector<AddressRange>& global);
  ~BlockTracer() override;
  BlockTracer(const BlockTracer&) = delete;
  BlockTracer& operator=(const BlockTracer&) = delete;

  /// Traces block number `block`, x fastest. Throws as BlockRunner::run().
  void trace(std::uint64_t block, AccessSink& sink);

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
  std::uint32_t warp_ = 0;
  std::uint32_t lane_ = 0;                 ///< the running one
  std::uint32_t paused_ = 0;               ///< mask of lanes that wait for room in their log
  std::array<AddressRange, 32> stacks_{};  ///< by lane
  WarpAccess access_{};                    ///< under construction
};

struct ProbeCounts {
  std::uint64_t warps = 0;
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;
  std::uint64_t atomics = 0;
};

/// Counts the accesses of blocks [begin, end) by running only lane 0 of each warp: a thirty-second of a trace's work,
/// enough to scale some traced blocks to the grid. Effects on memory are real. Absent if a lane reaches a barrier or
/// warp operation, because it may depend on lanes that do not run.
std::optional<ProbeCounts> probe(const GridLaunch& launch, const std::vector<AddressRange>& global, std::uint64_t begin,
                                 std::uint64_t end);

}  // namespace warpledger
