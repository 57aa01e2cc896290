#pragma once

#include <span>

#include "grading/grading_session.h"
#include "model/device.h"
#include "spec/experiment.h"

namespace warpledger {

/// A class is graded on one model: the ratio of two kernels' times may differ from model to model, and ranks with it.
/// Throws Error where `devices`, or what `session` was graded on so far, are of several, and where a device would
/// measure other points of `experiment` than the first one.
void refuse_unequal_devices(std::span<const Device> devices, const GradingSession& session,
                            const Experiment& experiment);

}  // namespace warpledger
