#include "backend_host/probe.h"

#include <memory>

#include "backend_host/block_runner.h"
#include "backend_host/warp_merge.h"

namespace warpledger {
namespace {

/// Ends the block: the lane would wait for lanes that do not run.
struct Synchronized {};

class LaneZeroCounter : public ThreadObserver, private LogReader {
 public:
  explicit LaneZeroCounter(AddressMap map) : map_(std::move(map)) {}
  ~LaneZeroCounter() override { set_log_cursor(nullptr, nullptr, 0); }
  LaneZeroCounter(const LaneZeroCounter&) = delete;
  LaneZeroCounter& operator=(const LaneZeroCounter&) = delete;

  /// Counts what is still in the log.
  const ProbeCounts& counts() {
    make_room();
    return counts_;
  }

 private:
  void enter(std::uint32_t /*thread*/, const Fiber& /*stack*/) override {
    make_room();
    ++counts_.warps;
  }
  void arrive_at_barrier(const void* /*site*/) override { throw Synchronized{}; }
  void arrive_at_warp_operation(std::uint32_t /*mask*/, std::uint32_t /*shuffles*/, const void* /*site*/) override {
    throw Synchronized{};
  }
  std::uint32_t settle() override { return 0; }

  /// The lane continues at once: nothing has to be merged.
  void make_room() override {
    save_log_cursor();
    for (std::uint32_t row = 0; row < logs_->end[0]; ++row)
      count(Event(logs_->events[std::size_t{row} * LaneLogs::kLanes]),
            logs_->sites[std::size_t{row} * LaneLogs::kLanes]);
    logs_->end[0] = 0;
    set_log_cursor(logs_.get(), this, 0);
  }

  void count(Event event, std::uint32_t site) {
    if (event.kind() > EventKind::atomic) return;
    const AddressRange* range = map_.find(event.address(), site);
    if (range == nullptr || range->space != Space::global) return;
    std::uint64_t& kind = event.kind() == EventKind::load    ? counts_.loads
                          : event.kind() == EventKind::store ? counts_.stores
                                                             : counts_.atomics;
    ++kind;
  }

  AddressMap map_;
  std::unique_ptr<LaneLogs> logs_ = std::make_unique<LaneLogs>();
  ProbeCounts counts_;
};

}  // namespace

std::optional<ProbeCounts> probe(const GridLaunch& launch, const std::vector<AddressRange>& global, std::uint64_t begin,
                                 std::uint64_t end) {
  LaneZeroCounter counter(AddressMap(launch_memory(launch, global)));
  BlockRunner runner;
  for (std::uint64_t i = begin; i < end; ++i) {
    BlockLaunch block = prepare_block(launch, i, &counter);
    block.first_lanes_only = true;
    try {
      runner.run(block);
    } catch (const Synchronized&) {
      return std::nullopt;
    }
  }
  return counter.counts();
}

}  // namespace warpledger
