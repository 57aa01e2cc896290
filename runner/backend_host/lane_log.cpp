#include "backend_host/lane_log.h"

#include <bit>

namespace warpledger {
namespace {

struct Cursor {
  LaneLogs* logs = nullptr;
  std::uint32_t next = 0;  ///< index of the lane's next event in the arrays of `logs`
  std::uint32_t lane = 0;
  LogReader* reader = nullptr;
};

thread_local constinit Cursor cursor;

// Billions of events pass here: no call, and one branch that is hardly ever taken.
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

}  // namespace

std::uint32_t LaneLogs::filled_lanes() const {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    lanes |= static_cast<std::uint32_t>(begin[lane] < end[lane]) << lane;
  return lanes;
}

void LaneLogs::compact(std::uint32_t lane) {
  const std::uint32_t first = begin[lane];
  for (std::uint32_t row = first; row < end[lane] && first > 0; ++row) {
    events[(row - first) * kLanes + lane] = events[row * kLanes + lane];
    sites[(row - first) * kLanes + lane] = sites[row * kLanes + lane];
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

}  // namespace warpledger
