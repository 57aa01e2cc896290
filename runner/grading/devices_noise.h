#pragma once

#include "grading/grading_session.h"
#include "stats/verdict.h"
#include "store/reader.h"

namespace warpledger {

/// What identical code differs by on the devices of a session.
struct DevicesNoise {
  Noise largest;      ///< each ratio is of times on one of the devices
  bool known = true;  ///< of each of them
};

DevicesNoise noise_of_devices(const LedgerReader& ledger, const GradingSession& session);

}  // namespace warpledger
