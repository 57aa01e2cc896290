#include "l1_model/replay.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "l1_model/sm_caches.h"

namespace warpledger {
namespace {

struct ResidentBlock;

struct Warp {
  ResidentBlock* block = nullptr;
  std::uint32_t number = 0;
  std::size_t next = 0;
  std::uint64_t ready = 0;       ///< cycle
  std::uint32_t loads = 0;       ///< issued but not yet waited for
  std::uint64_t data_there = 0;  ///< arrival cycle of these loads
};

struct ResidentBlock {
  explicit ResidentBlock(BlockTrace of, std::uint64_t now) : trace(std::move(of)), running(trace.warps()) {
    for (std::uint32_t i = 0; i < trace.warps(); ++i) warps.push_back({.block = this, .number = i, .ready = now});
  }

  BlockTrace trace;
  std::vector<Warp> warps;
  std::vector<Warp*> waiting;
  std::uint32_t running;      ///< neither waiting nor ended
  std::uint64_t settled = 0;  ///< cycle when all stopped warps have their data
};

/// Warps take turns by ready cycle, then by the order in which they became ready.
struct Turn {
  std::uint64_t ready = 0;
  std::uint64_t order = 0;
  Warp* warp = nullptr;
  bool operator>(const Turn& other) const { return ready != other.ready ? ready > other.ready : order > other.order; }
};

class Sm {
 public:
  Sm(const L1Parameters& l1, const std::function<std::optional<BlockTrace>()>& next_block)
      : caches_(l1), clock_(l1.clock), next_block_(next_block) {}

  const SmCounts& run(std::uint32_t resident_blocks) {
    while (blocks_.size() < resident_blocks && admit(0)) {
    }
    while (!turns_.empty()) {
      Warp& warp = *turns_.top().warp;
      turns_.pop();
      step(warp);
    }
    return caches_.counts();
  }

 private:
  bool admit(std::uint64_t now) {
    std::optional<BlockTrace> trace = next_block_();
    if (!trace) return false;
    blocks_.push_back(std::make_unique<ResidentBlock>(std::move(*trace), now));
    for (Warp& warp : blocks_.back()->warps) queue(warp);
    return true;
  }

  void queue(Warp& warp) { turns_.push({warp.ready, order_++, &warp}); }

  void step(Warp& warp) {
    const std::vector<Request>& requests = warp.block->trace.requests(warp.number);
    if (warp.next == requests.size()) return stop(warp, nullptr);
    const Request& request = requests[warp.next++];
    if (request.pattern == kBarrier) return stop(warp, &warp);
    const Pattern& pattern = warp.block->trace.pattern(request);
    const std::uint64_t now = std::max(warp.ready, unit_free_);
    const Passage passage = caches_.request(pattern, request.base_line, now, unit_free_ > warp.ready);
    unit_free_ = passage.unit_free;
    warp.ready = now + clock_.request_gap_cycles;
    if (pattern.kind == AccessKind::load) wait_for_loads(warp, passage.data_there);
    queue(warp);
  }

  void wait_for_loads(Warp& warp, std::uint64_t data_there) {
    warp.data_there = std::max(warp.data_there, data_there);
    if (++warp.loads < clock_.loads_together) return;
    warp.ready = std::max(warp.ready, warp.data_there);
    warp.loads = 0;
    warp.data_there = 0;
  }

  /// The warp waits at a barrier or, if `waits` is null, has ended. The last warp to stop opens the barrier or frees
  /// the block's place.
  void stop(Warp& warp, Warp* waits) {
    ResidentBlock& block = *warp.block;
    block.settled = std::max({block.settled, warp.ready, warp.data_there});
    warp.loads = 0;
    warp.data_there = 0;
    if (waits != nullptr) block.waiting.push_back(waits);
    if (--block.running > 0) return;
    if (block.waiting.empty()) return end(block, block.settled);
    for (Warp* other : block.waiting) {
      other->ready = block.settled;
      ++block.running;
      queue(*other);
    }
    block.waiting.clear();
  }

  void end(ResidentBlock& block, std::uint64_t now) {
    caches_.add(block.trace.totals());
    std::erase_if(blocks_, [&block](const auto& one) { return one.get() == &block; });
    admit(now);
  }

  SmCaches caches_;
  ReplayClock clock_;
  const std::function<std::optional<BlockTrace>()>& next_block_;
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
  std::uint64_t order_ = 0;
  std::uint64_t unit_free_ = 0;
};

}  // namespace

SmCounts replay_sm(const L1Parameters& l1, std::uint32_t resident_blocks,
                   const std::function<std::optional<BlockTrace>()>& next_block) {
  return Sm(l1, next_block).run(resident_blocks);
}

}  // namespace warpledger
