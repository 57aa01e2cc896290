#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend_host/shim/abi.h"

namespace warpledger {

/// What a traced thread did at one place of the program.
enum class EventKind : std::uint8_t { load, store, atomic, basic_block, warp_operation, barrier };

/// An event in 64 bits: the kind, the bytes of an access as a power of two, and below 56 bits of an address (or, of a
/// warp operation, its shuffles above the mask of its lanes). Addresses of user space have 48 bits at most.
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
  /// Of a warp operation: the SHFL instructions that a GPU executes for it.
  constexpr std::uint32_t shuffles() const { return static_cast<std::uint32_t>(address() >> 32); }
  /// A barrier or a warp operation: lanes wait here for each other.
  constexpr bool joins_lanes() const { return kind() >= EventKind::warp_operation; }

 private:
  std::uint64_t bits_;
};

/// What the 32 lanes of one warp did lately. Row r of column l is the r-th event of lane l: a row of a warp whose lanes
/// run together is in one piece.
struct LaneLogs {
  static constexpr std::uint32_t kLanes = 32;
  static constexpr std::uint32_t kRows = 128;

  /// A return address, times 64, modulo 2^32: a program of up to 64 MiB has no two of the same.
  static constexpr unsigned kSiteShift = 6;

  alignas(64) std::array<std::uint64_t, std::size_t{kRows} * kLanes> events;
  alignas(64) std::array<std::uint32_t, std::size_t{kRows} * kLanes> sites;
  std::array<std::uint32_t, kLanes> begin{};  ///< by lane: the first row that is not yet merged
  std::array<std::uint32_t, kLanes> end{};    ///< by lane: the row after the last

  /// The lanes that have events, as a mask.
  std::uint32_t filled_lanes() const;
  /// Moves the events of `lane` to the first rows.
  void compact(std::uint32_t lane);
};

/// Takes events out of the logs.
class LogReader {
 public:
  virtual ~LogReader() = default;
  /// The lane's rows are full: when this returns, some are free again and the cursor is set.
  virtual void make_room() = 0;
};

/// From now on the events of the calling OS thread go to `lane`, from its row `end` on. `logs` null: nothing may be
/// logged.
void set_log_cursor(LaneLogs* logs, LogReader* reader, std::uint32_t lane);

/// Writes back to `end` how far the lane that set_log_cursor() named has come.
void save_log_cursor();

/// Logs one event of the current lane.
void log_event(Event event, const void* site);

// What traced kernels call, see shim::Runtime. The site is the caller's.
template <unsigned log2_bytes>
void log_load(const void* address);
template <unsigned log2_bytes>
void log_store(const void* address);
void log_basic_block();
void log_access(shim::Access access, const void* address, unsigned bytes, const void* site);

/// Events that lanes of a warp executed together, as one instruction.
struct WarpEvent {
  EventKind kind = EventKind::load;
  std::uint32_t bytes = 0;                ///< of one lane's access
  std::uint32_t lanes = 0;                ///< mask
  std::uint32_t others = 0;               ///< mask of lanes that were elsewhere in the program at that time
  std::uint32_t site = 0;                 ///< relative to the program's start, see LaneLogs::kSiteShift
  const std::uint64_t* events = nullptr;  ///< by lane; only those in `lanes` mean something
};

class WarpEventSink {
 public:
  virtual ~WarpEventSink() = default;
  virtual void take(const WarpEvent& event) = 0;
};

/// Puts together what the lanes of a warp logged apart, as the hardware's lanes would have run: of all lanes, those go
/// first whose next event has the lowest place in the program; lanes wait at a barrier or a warp operation for all
/// others that it names. Basic blocks count as events, so that lanes with different trip counts meet again; they are
/// not handed on. Takes events out of `logs` until a lane in `open`, which is to log more, has none left, or no lane
/// has. `program_site` is the site of the program's start.
void merge_lanes(LaneLogs& logs, std::uint32_t open, std::uint32_t program_site, WarpEventSink& sink);

}  // namespace warpledger
