#include "backend_host/warp_merge.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace warpledger {
namespace {

constexpr std::uint32_t kLanes = LaneLogs::kLanes;
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

class Merge {
 public:
  Merge(LaneLogs& logs, std::uint32_t open, std::uint32_t program_site, WarpEventSink& sink)
      : logs_(logs), open_(open), program_site_(program_site), sink_(sink), filled_(logs.filled_lanes()) {}

  void run() {
    while (filled_ != 0 && (open_ & ~filled_) == 0) {
      if (!take_common_rows()) take_lowest_site();
    }
  }

 private:
  /// Takes the rows that all lanes have at the same place, where they start in the same row. Whether there was one.
  bool take_common_rows() {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(filled_));
    const std::uint32_t begin = logs_.begin[first];
    std::uint32_t end = LaneLogs::kRows;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if ((filled_ >> lane & 1u) == 0) continue;
      if (logs_.begin[lane] != begin) return false;
      end = std::min(end, logs_.end[lane]);
    }
    std::array<std::uint32_t, kLanes> counts;  // all ones where a lane counts
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) counts[lane] = 0 - (filled_ >> lane & 1u);
    std::uint32_t row = begin;
    for (; row < end; ++row) {
      const std::uint32_t* sites = &logs_.sites[std::size_t{row} * kLanes];
      const std::uint32_t site = sites[first];
      std::uint32_t differ = 0;
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) differ |= (sites[lane] ^ site) & counts[lane];
      if (differ != 0) break;
      hand_on(&logs_.events[std::size_t{row} * kLanes], filled_, site - program_site_);
    }
    if (row == begin) return false;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) logs_.begin[lane] += (row - begin) & counts[lane];
    filled_ = logs_.filled_lanes();
    return true;
  }

  void take_lowest_site() {
    look_at_next();
    std::uint32_t lanes = filled_ & ~joining_;
    lanes |= ready_to_join();
    if (lanes == 0) lanes = filled_;  // each waits for a lane that waits elsewhere
    std::uint32_t first = 0;
    std::uint32_t site = kNowhere;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1u) == 0 || next_site_[lane] >= site) continue;
      site = next_site_[lane];
      first = lane;
    }
    const std::uint32_t taken = lanes & ((joining_ >> first & 1u) != 0 ? joined_with(first) : at(site));
    hand_on(next_event_.data(), taken, site);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) logs_.begin[lane] += taken >> lane & 1u;
    filled_ = logs_.filled_lanes();
  }

  /// The lanes at that place.
  std::uint32_t at(std::uint32_t site) const {
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      lanes |= static_cast<std::uint32_t>(next_site_[lane] == site) << lane;
    return lanes;
  }

  /// The lanes that take part in the same operation; they may have come to it in different places.
  std::uint32_t joined_with(std::uint32_t first) const {
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      lanes |= static_cast<std::uint32_t>(next_event_[lane] == next_event_[first]) << lane;
    return lanes & joining_;
  }

  void look_at_next() {
    joining_ = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if ((filled_ >> lane & 1u) == 0) continue;
      const std::uint32_t at = logs_.begin[lane] * kLanes + lane;
      next_event_[lane] = logs_.events[at];
      next_site_[lane] = logs_.sites[at] - program_site_;
      joining_ |= static_cast<std::uint32_t>(Event(next_event_[lane]).joins_lanes()) << lane;
    }
  }

  /// Of the lanes that wait for others: those for which all have come.
  std::uint32_t ready_to_join() const {
    std::uint32_t ready = 0;
    for (std::uint32_t waiting = joining_; waiting != 0; waiting &= waiting - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(waiting));
      const auto awaited = static_cast<std::uint32_t>(Event(next_event_[lane]).address()) & filled_;
      if ((awaited & ~joining_) == 0) ready |= 1u << lane;
    }
    return ready;
  }

  void hand_on(const std::uint64_t* events, std::uint32_t lanes, std::uint32_t site) {
    const Event event(events[std::countr_zero(lanes)]);
    if (event.kind() == EventKind::basic_block) return;
    sink_.take({event.kind(), event.bytes(), lanes, filled_ & ~lanes, site, events});
  }

  LaneLogs& logs_;
  std::uint32_t open_;
  std::uint32_t program_site_;
  WarpEventSink& sink_;
  std::uint32_t filled_;       ///< lanes that have events
  std::uint32_t joining_ = 0;  ///< of these, the ones that wait for others
  std::array<std::uint32_t, kLanes> next_site_{};
  std::array<std::uint64_t, kLanes> next_event_{};
};

}  // namespace

void merge_lanes(LaneLogs& logs, std::uint32_t open, std::uint32_t program_site, WarpEventSink& sink) {
  Merge(logs, open, program_site, sink).run();
}

}  // namespace warpledger
