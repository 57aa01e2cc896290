#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/grading.h"

namespace warpledger {

/// How many seconds after `due_utc_s` something was handed in; 0 when before, nothing where the time is not known.
std::optional<std::int64_t> seconds_late(const LatePolicy& policy, const std::string& submitted_utc);

/// Percentage that `policy` takes off the points that the rules gave, with the reason. Absent for a submission in time
/// or within the days of grace, and where the time is unknown.
std::optional<Adjustment> late_adjustment(const LatePolicy& policy, const std::string& submitted_utc);

}  // namespace warpledger
