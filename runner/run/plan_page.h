#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"
#include "model/table.h"
#include "plan/plan.h"
#include "run/open_experiment.h"

namespace warpledger {

/// point, kernel and a column for each of the plan's: the first `limit` of these points.
Table first_points(const Plan& plan, const std::vector<std::int64_t>& ordinals, std::int64_t limit);

/// How long a run of so many points takes, in words: by the ledger's earlier runs of the experiment on the device, if
/// there are any, and at most by its time limits.
std::string time_estimate(const std::string& ledger, const Opened& opened, const Device& device,
                          std::int64_t point_count);

/// Lines that name the kernels without a point, and why; empty when each has one.
std::string left_out_note(const Plan& plan);

/// Sentence on points that differ in what the author declared and not on this device; empty without such.
std::string coinciding_note(const Plan& plan);

}  // namespace warpledger
