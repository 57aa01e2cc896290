#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend_host/shim/abi.h"

namespace warpledger {

enum class EventKind : std::uint8_t { load, store, atomic, basic_block, warp_operation, barrier };

/// An event in 64 bits: kind, log2 of the bytes accessed, and 56 bits of an address (48 are used in user space). Warp
/// operations have their lane mask instead, with the number of shuffles above it.
class Event {
 public:
  static constexpr std::uint64_t kAddressBits = (std::uint64_t{1} << 56) - 1;

  constexpr explicit Event(std::uint64_t bits) : bits_(bits) {}
  constexpr Event(EventKind kind, unsigned log2_bytes, std::uint64_t address)
      : bits_((std::uint64_t{static_cast<std::uint8_t>(kind)} << 4 | log2_bytes) << 56 | address) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr EventKind kind() const { return static_cast<EventKind>(bits_ >> 60); }
  constexpr std::uint32_t bytes() const { return 1u << (bits_ >> 56 & 0xf); }
  constexpr std::uint64_t address() const { return bits_ & kAddressBits; }
  /// Number of SHFL instructions of a warp operation on a GPU.
  constexpr std::uint32_t shuffles() const { return static_cast<std::uint32_t>(address() >> 32); }
  /// True if lanes wait here for each other.
  constexpr bool joins_lanes() const { return kind() >= EventKind::warp_operation; }

 private:
  std::uint64_t bits_;
};

/// Recent events of a warp's 32 lanes. Row r, column l is event r of lane l, so a row of converged lanes is contiguous.
struct LaneLogs {
  static constexpr std::uint32_t kLanes = 32;
  static constexpr std::uint32_t kRows = 128;

  /// Sites are return addresses times 64, modulo 2^32: unique within a program of up to 64 MiB.
  static constexpr unsigned kSiteShift = 6;

  alignas(64) std::array<std::uint64_t, std::size_t{kRows} * kLanes> events;
  alignas(64) std::array<std::uint32_t, std::size_t{kRows} * kLanes> sites;
  std::array<std::uint32_t, kLanes> begin{};  ///< by lane: first unmerged row
  std::array<std::uint32_t, kLanes> end{};    ///< by lane: past the last row

  /// Returns the mask of lanes with events.
  std::uint32_t filled_lanes() const;
  void compact(std::uint32_t lane);
};

class LogReader {
 public:
  virtual ~LogReader() = default;
  /// Called when the lane's rows are full. Must free rows and set the cursor.
  virtual void make_room() = 0;
};

/// Directs events of the calling OS thread to `lane`, from its row `end` on. With null `logs`, logging is forbidden.
void set_log_cursor(LaneLogs* logs, LogReader* reader, std::uint32_t lane);

/// Updates `end` of the current lane.
void save_log_cursor();

void log_event(Event event, const void* site);

// Called by traced kernels; see shim::Runtime. The site is the caller.
template <unsigned log2_bytes>
void log_load(const void* address);
template <unsigned log2_bytes>
void log_store(const void* address);
void log_basic_block();
void log_access(shim::Access access, const void* address, unsigned bytes, const void* site);

struct WarpEvent {
  EventKind kind = EventKind::load;
  std::uint32_t bytes = 0;  ///< per lane
  std::uint32_t lanes = 0;
  std::uint32_t others = 0;               ///< mask of lanes elsewhere in the program
  std::uint32_t site = 0;                 ///< relative to the program's start; see LaneLogs::kSiteShift
  const std::uint64_t* events = nullptr;  ///< by lane; valid only for `lanes`
};

class WarpEventSink {
 public:
  virtual ~WarpEventSink() = default;
  virtual void take(const WarpEvent& event) = 0;
};

/// Merges the separate logs of a warp's lanes as hardware would run them: lanes with the lowest next site go first; at
/// a barrier or warp operation they wait for all lanes that it names. Basic blocks are used only to reconverge lanes
/// with different trip counts. Stops when a lane in `open`, which will log more, has no events left, or no lane has.
/// `program_site` is the site of the program's start.
void merge_lanes(LaneLogs& logs, std::uint32_t open, std::uint32_t program_site, WarpEventSink& sink);

}  // namespace warpledger
