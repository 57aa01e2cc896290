#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"
#include "model/table.h"
#include "plan/plan.h"
#include "run/open_experiment.h"

namespace warpledger {

/// Table of the first `limit` points: point, kernel and the plan's columns.
Table first_points(const Plan& plan, const std::vector<std::int64_t>& ordinals, std::int64_t limit);

/// Estimated duration of a run, in words: from the ledger's earlier runs on the device if any, and the maximum by time
/// limits.
std::string time_estimate(const std::string& ledger, const Opened& opened, const Device& device,
                          std::int64_t point_count);

/// Names the kernels without points, and why; empty if there are none.
std::string left_out_note(const Plan& plan);

/// Sentence on points that are identical on this device although their declarations differ; empty if there are none.
std::string coinciding_note(const Plan& plan);

}  // namespace warpledger
