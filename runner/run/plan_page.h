#pragma once

#include <cstdint>
#include <string>

#include "model/device.h"
#include "model/table.h"
#include "plan/plan.h"
#include "run/open_experiment.h"

namespace warpledger {

/// point, kernel and a column for each of the plan's: its first `limit` points.
Table first_points(const Plan& plan, std::int64_t limit);

/// How long a run of the plan takes, in words: by the ledger's earlier runs of the experiment on the device, if there
/// are any, and at most by its time limits.
std::string time_estimate(const std::string& ledger, const Opened& opened, const Device& device, const Plan& plan);

}  // namespace warpledger
