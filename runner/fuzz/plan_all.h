#pragma once

#include "spec/experiment.h"

namespace warpledger {

/// Plans the experiment on a small device and makes its first jobs. Throws what planning throws. A grid of more than
/// some hundred points is only numbered: that a million points take seconds is known.
void plan_all(const Experiment& experiment);

}  // namespace warpledger
