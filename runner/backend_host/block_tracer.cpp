#include "backend_host/block_tracer.h"

#include <bit>
#include <memory>

#include "backend_host/block_runner.h"
#include "backend_host/warp_merge.h"

namespace warpledger {
namespace {

/// Ends the block, because the lane would wait for lanes that do not run.
struct Synchronized {};

class LaneZeroCounter : public ThreadObserver, private LogReader {
 public:
  explicit LaneZeroCounter(AddressMap map) : map_(std::move(map)) {}
  ~LaneZeroCounter() override { set_log_cursor(nullptr, nullptr, 0); }
  LaneZeroCounter(const LaneZeroCounter&) = delete;
  LaneZeroCounter& operator=(const LaneZeroCounter&) = delete;

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

  /// The lane continues immediately: nothing is merged.
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

constexpr std::uint32_t kLanes = LaneLogs::kLanes;
constexpr std::uint32_t kAllLanes = ~0u;

/// GPU address of byte `offset` of a lane's local memory: the words of the 32 lanes are interleaved.
std::uint64_t local_address(std::uint64_t offset, std::uint32_t lane) {
  return offset / 4 * 4 * kLanes + std::uint64_t{4} * lane + offset % 4;
}

}  // namespace

BlockTracer::BlockTracer(const GridLaunch& launch, const std::vector<AddressRange>& global)
    : launch_(launch),
      map_(launch_memory(launch, global)),
      program_site_(static_cast<std::uint32_t>(launch.module->load_address() << LaneLogs::kSiteShift)) {}

BlockTracer::~BlockTracer() { set_log_cursor(nullptr, nullptr, 0); }

void BlockTracer::trace(std::uint64_t block, AccessSink& sink) {
  sink_ = &sink;
  paused_ = 0;
  logs_->begin = logs_->end = {};
  set_log_cursor(logs_.get(), this, 0);
  runner_.run(prepare_block(launch_, block, this));
  settle();
}

void BlockTracer::enter(std::uint32_t thread, const Fiber& stack) {
  save_log_cursor();
  warp_ = thread / kLanes;
  lane_ = thread % kLanes;
  const auto top = reinterpret_cast<std::uintptr_t>(stack.stack_top());
  stacks_[lane_] = {top - stack.stack_bytes(), stack.stack_bytes(), Space::local, 0};
  set_log_cursor(logs_.get(), this, lane_);
}

void BlockTracer::arrive_at_barrier(const void* site) { log_event({EventKind::barrier, 0, kAllLanes}, site); }

void BlockTracer::arrive_at_warp_operation(std::uint32_t mask, std::uint32_t shuffles, const void* site) {
  log_event({EventKind::warp_operation, 0, std::uint64_t{shuffles} << 32 | mask}, site);
}

void BlockTracer::make_room() {
  paused_ |= 1u << lane_;
  BlockRunner::pause();
}

std::uint32_t BlockTracer::settle() {
  save_log_cursor();
  merge_lanes(*logs_, paused_, program_site_, *this);
  std::uint32_t resumed = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    logs_->compact(lane);
    if ((paused_ >> lane & 1u) != 0 && logs_->end[lane] < LaneLogs::kRows) resumed |= 1u << lane;
  }
  set_log_cursor(logs_.get(), this, lane_);
  paused_ &= ~resumed;
  return resumed;
}

void BlockTracer::take(const WarpEvent& event) {
  if (event.kind == EventKind::barrier) {
    ++facts_.barriers;
    sink_->barrier(warp_);
  } else if (event.kind == EventKind::warp_operation) {
    ++facts_.warp_operations;
    const Event operation(event.events[std::countr_zero(event.lanes)]);
    if (operation.shuffles() > 0) sink_->shuffle(warp_, operation.shuffles(), event.site);
  } else if (!take_in_one_range(event)) {
    take_lane_by_lane(event);
  }
}

/// Sets the GPU addresses of events in `range`. The result has its highest bit set if a counted address is outside;
/// `counts` returns all ones for lanes that count, else 0.
///
/// An offset below 0 or above the last, or its difference, has the highest bit set. Avoids comparing 64-bit numbers,
/// which baseline x86-64 cannot vectorise.
template <class Counts>
std::uint64_t BlockTracer::move_to_gpu(const std::uint64_t* events, const AddressRange& range, Counts counts) {
  const std::uint64_t begin = range.begin;
  const std::uint64_t last = range.bytes - 1;
  const std::uint64_t gpu_address = range.gpu_address;
  std::uint64_t outside = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t offset = (events[lane] & Event::kAddressBits) - begin;
    access_.address[lane] = offset + gpu_address;
    outside |= (offset | (last - offset)) & counts(lane);
  }
  return outside;
}

bool BlockTracer::take_in_one_range(const WarpEvent& event) {
  const std::uint64_t first = Event(event.events[std::countr_zero(event.lanes)]).address();
  const AddressRange* range = map_.find(first, event.site);
  if (range == nullptr) return false;
  const std::uint64_t outside = event.lanes == kAllLanes
                                    ? move_to_gpu(event.events, *range, [](std::uint32_t) { return ~std::uint64_t{0}; })
                                    : move_to_gpu(event.events, *range, [&event](std::uint32_t lane) {
                                        return 0 - std::uint64_t{event.lanes >> lane & 1u};
                                      });
  if (outside >> 63 != 0) return false;
  access_.active = event.lanes;
  access_.space = range->space;
  pass_on(event);
  return true;
}

/// Splits the access by memory space, as hardware does.
void BlockTracer::take_lane_by_lane(const WarpEvent& event) {
  std::array<std::uint32_t, 4> lanes_in{};  // by space
  for (std::uint32_t left = event.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint64_t address = Event(event.events[lane]).address();
    const std::optional<AddressRange> range = range_of(lane, address, event.site);
    if (!range) continue;
    access_.address[lane] =
        range->space == Space::local ? local_address(address - range->begin, lane) : range->gpu_address_of(address);
    lanes_in[static_cast<std::size_t>(range->space)] |= 1u << lane;
  }
  std::uint32_t dropped = event.lanes;
  for (const Space space : {Space::global, Space::shared, Space::local, Space::constant}) {
    access_.active = lanes_in[static_cast<std::size_t>(space)];
    access_.space = space;
    dropped &= ~access_.active;
    if (access_.active != 0) pass_on(event);
  }
  facts_.dropped_lane_accesses += static_cast<std::uint64_t>(std::popcount(dropped));
}

std::optional<AddressRange> BlockTracer::range_of(std::uint32_t lane, std::uint64_t address, std::uint32_t site) {
  if (const AddressRange* range = map_.find(address, site)) return *range;
  if (stacks_[lane].has(address)) return stacks_[lane];
  return std::nullopt;
}

void BlockTracer::pass_on(const WarpEvent& event) {
  access_.kind = static_cast<AccessKind>(event.kind);
  access_.bytes = event.bytes;
  access_.site = event.site;
  auto& lanes = facts_.lane_accesses[static_cast<std::size_t>(access_.space)][static_cast<std::size_t>(access_.kind)];
  lanes += static_cast<std::uint64_t>(std::popcount(access_.active));
  ++facts_.requests;
  facts_.divergent_requests += event.others != 0 ? 1 : 0;
  sink_->access(warp_, access_);
}

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
