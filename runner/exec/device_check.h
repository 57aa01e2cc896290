#pragma once

#include <string>

#include "exec/backend.h"

namespace warpledger {

/// The function that check_device() launches.
inline const std::string kKnownGoodFunction = "warpledger_known_good";

/// Runs a small kernel with a known answer on every multiprocessor. Throws Error naming the element when the answer is
/// wrong, and what the backend throws when it cannot be had.
void check_device(Backend& backend);

}  // namespace warpledger
