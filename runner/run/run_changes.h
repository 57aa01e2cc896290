#pragma once

#include <string>

#include "model/device.h"
#include "plan/plan.h"
#include "spec/experiment.h"
#include "store/run_info.h"

namespace warpledger {

/// Throws Error: that run cannot be resumed, because of `difference`; or the campaign that it is a shard of cannot go
/// on.
[[noreturn]] void refuse_to_resume(const StoredRun& run, const std::string& difference, const std::string& hint);

// Whether a run may continue: points that are measured now must belong with those that it has. Each function throws
// Error with the difference.

void refuse_changed_texts(const StoredRun& run, const Experiment& experiment);
void refuse_another_device(const StoredRun& run, const Device& device);
void refuse_changed_plan(const StoredRun& run, const Plan& plan);
/// Of a run that has a part of the plan: only the points that it has recorded count.
void refuse_changed_points(const StoredRun& run, const Plan& plan);

/// What may change between two starts of a run and did: "driver: then 550.1, now 560.2; ...". Empty when nothing did.
std::string changes_since(const StoredRun& run, const Device& device, const std::string& tool_version);

}  // namespace warpledger
