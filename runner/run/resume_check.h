#pragma once

#include <string>

#include "model/device.h"
#include "plan/plan.h"
#include "spec/experiment.h"
#include "store/stored_run.h"

namespace warpledger {

// Whether a run may go on: points that are measured now must belong with those that it has. Each function throws Error
// with the difference.

void refuse_changed_texts(const StoredRun& run, const Experiment& experiment);
void refuse_another_device(const StoredRun& run, const Device& device);
void refuse_changed_plan(const StoredRun& run, const Plan& plan);

/// What may change between two starts of a run and did: "driver: then 550.1, now 560.2; ...". Empty when nothing did.
std::string changes_since(const StoredRun& run, const Device& device, const std::string& tool_version);

}  // namespace warpledger
