#include "backend_host/warp_merge.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace warpledger {
namespace {

struct Cursor {
  LaneLogs* logs = nullptr;
  std::uint32_t next = 0;  ///< index of the lane's next event in the arrays of `logs`
  std::uint32_t lane = 0;
  LogReader* reader = nullptr;
};

thread_local constinit Cursor cursor;

// Billions of events pass here: no call, one unlikely branch.
[[gnu::always_inline]] inline void append(Event event, const void* site) {
  LaneLogs& logs = *cursor.logs;
  const std::uint32_t at = cursor.next;
  logs.events[at] = event.bits();
  logs.sites[at] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(site) << LaneLogs::kSiteShift);
  cursor.next = at + LaneLogs::kLanes;
  if (cursor.next >= LaneLogs::kRows * LaneLogs::kLanes) [[unlikely]]
    cursor.reader->make_room();
}

std::uint64_t address_bits(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

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
  /// Takes the leading rows in which all lanes have the same site, if they start in the same row. False if there is
  /// none.
  bool take_common_rows() {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(filled_));
    const std::uint32_t begin = logs_.begin[first];
    std::uint32_t end = LaneLogs::kRows;
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) {
      if ((filled_ >> lane & 1u) == 0) continue;
      if (logs_.begin[lane] != begin) return false;
      end = std::min(end, logs_.end[lane]);
    }
    std::array<std::uint32_t, LaneLogs::kLanes> counts;  // all ones for lanes that count
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) counts[lane] = 0 - (filled_ >> lane & 1u);
    std::uint32_t row = begin;
    for (; row < end; ++row) {
      const std::uint32_t* sites = &logs_.sites[std::size_t{row} * LaneLogs::kLanes];
      const std::uint32_t site = sites[first];
      std::uint32_t differ = 0;
      for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) differ |= (sites[lane] ^ site) & counts[lane];
      if (differ != 0) break;
      hand_on(&logs_.events[std::size_t{row} * LaneLogs::kLanes], filled_, site - program_site_);
    }
    if (row == begin) return false;
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) logs_.begin[lane] += (row - begin) & counts[lane];
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
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) {
      if ((lanes >> lane & 1u) == 0 || next_site_[lane] >= site) continue;
      site = next_site_[lane];
      first = lane;
    }
    const std::uint32_t taken = lanes & ((joining_ >> first & 1u) != 0 ? joined_with(first) : at(site));
    hand_on(next_event_.data(), taken, site);
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) logs_.begin[lane] += taken >> lane & 1u;
    filled_ = logs_.filled_lanes();
  }

  /// Returns the lanes at that site.
  std::uint32_t at(std::uint32_t site) const {
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane)
      lanes |= static_cast<std::uint32_t>(next_site_[lane] == site) << lane;
    return lanes;
  }

  /// Returns the lanes in the same operation, possibly at different sites.
  std::uint32_t joined_with(std::uint32_t first) const {
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane)
      lanes |= static_cast<std::uint32_t>(next_event_[lane] == next_event_[first]) << lane;
    return lanes & joining_;
  }

  void look_at_next() {
    joining_ = 0;
    for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane) {
      if ((filled_ >> lane & 1u) == 0) continue;
      const std::uint32_t at = logs_.begin[lane] * LaneLogs::kLanes + lane;
      next_event_[lane] = logs_.events[at];
      next_site_[lane] = logs_.sites[at] - program_site_;
      joining_ |= static_cast<std::uint32_t>(Event(next_event_[lane]).joins_lanes()) << lane;
    }
  }

  /// Returns the waiting lanes for which all others have arrived.
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
  std::uint32_t joining_ = 0;  ///< those that wait for others
  std::array<std::uint32_t, LaneLogs::kLanes> next_site_{};
  std::array<std::uint64_t, LaneLogs::kLanes> next_event_{};
};

}  // namespace

std::uint32_t LaneLogs::filled_lanes() const {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < LaneLogs::kLanes; ++lane)
    lanes |= static_cast<std::uint32_t>(begin[lane] < end[lane]) << lane;
  return lanes;
}

void LaneLogs::compact(std::uint32_t lane) {
  const std::uint32_t first = begin[lane];
  for (std::uint32_t row = first; row < end[lane] && first > 0; ++row) {
    events[(row - first) * LaneLogs::kLanes + lane] = events[row * LaneLogs::kLanes + lane];
    sites[(row - first) * LaneLogs::kLanes + lane] = sites[row * LaneLogs::kLanes + lane];
  }
  end[lane] -= first;
  begin[lane] = 0;
}

void set_log_cursor(LaneLogs* logs, LogReader* reader, std::uint32_t lane) {
  cursor = {logs, logs == nullptr ? 0 : logs->end[lane] * LaneLogs::kLanes + lane, lane, reader};
}

void save_log_cursor() {
  if (cursor.logs != nullptr) cursor.logs->end[cursor.lane] = cursor.next / LaneLogs::kLanes;
}

void log_event(Event event, const void* site) { append(event, site); }

template <unsigned log2_bytes>
void log_load(const void* address) {
  append({EventKind::load, log2_bytes, address_bits(address)}, __builtin_return_address(0));
}

template <unsigned log2_bytes>
void log_store(const void* address) {
  append({EventKind::store, log2_bytes, address_bits(address)}, __builtin_return_address(0));
}

void log_basic_block() { append({EventKind::basic_block, 0, 0}, __builtin_return_address(0)); }

void log_access(shim::Access access, const void* address, unsigned bytes, const void* site) {
  append({static_cast<EventKind>(access), static_cast<unsigned>(std::bit_width(bytes) - 1), address_bits(address)},
         site);
}

template void log_load<0>(const void*);
template void log_load<1>(const void*);
template void log_load<2>(const void*);
template void log_load<3>(const void*);
template void log_load<4>(const void*);
template void log_store<0>(const void*);
template void log_store<1>(const void*);
template void log_store<2>(const void*);
template void log_store<3>(const void*);
template void log_store<4>(const void*);

void merge_lanes(LaneLogs& logs, std::uint32_t open, std::uint32_t program_site, WarpEventSink& sink) {
  Merge(logs, open, program_site, sink).run();
}

}  // namespace warpledger
