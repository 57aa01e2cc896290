#pragma once

#include <cstdint>

#include "backend_host/lane_log.h"

namespace warpledger {

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
