#include "grading/devices_noise.h"

#include <algorithm>

#include "spec/utc_time.h"
#include "store/noise_floor.h"

namespace warpledger {

DevicesNoise noise_of_devices(const LedgerReader& ledger, const GradingSession& session) {
  DevicesNoise noise;
  for (const SessionDevice& device : session.devices) {
    const auto floor = noise_floor_of(ledger, device.uuid, current_utc());
    if (floor) {
      noise.largest.relative = std::max(noise.largest.relative, floor->relative);
      noise.largest.offset_ns = std::max(noise.largest.offset_ns, floor->offset_ns);
    }
    noise.known = noise.known && floor.has_value();
  }
  return noise;
}

}  // namespace warpledger
