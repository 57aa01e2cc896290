#pragma once

#include <string>

#include "model/device.h"
#include "plan/plan.h"
#include "spec/experiment.h"
#include "store/run_info.h"

namespace warpledger {

/// Throws Error: `run`, or the campaign of its shard, cannot be resumed because of `difference`.
[[noreturn]] void refuse_to_resume(const StoredRun& run, const std::string& difference, const std::string& hint);

// New points must be comparable with a run's recorded points. Each function throws Error with the difference.

void refuse_changed_texts(const StoredRun& run, const Experiment& experiment);
void refuse_another_device(const StoredRun& run, const Device& device);
void refuse_changed_plan(const StoredRun& run, const Plan& plan);
/// For a run of a part of the plan: compares only recorded points.
void refuse_changed_points(const StoredRun& run, const Plan& plan);

/// Permitted changes since the run's last start: "driver: then 550.1, now 560.2; ...". Empty if none.
std::string changes_since(const StoredRun& run, const Device& device, const std::string& tool_version);

}  // namespace warpledger
