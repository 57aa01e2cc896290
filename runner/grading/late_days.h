#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/grading.h"

namespace warpledger {

/// How many seconds after `due_utc_s` something was handed in; 0 when before, nothing where the time is not known.
std::optional<std::int64_t> seconds_late(const LatePolicy& policy, const std::string& submitted_utc);

/// How many of the `left` free days of a term something that was handed in then spends: as many as it needs after the
/// days of grace, and none where the time is not known.
int free_days_spent(const LatePolicy& policy, const std::string& submitted_utc, int left);

/// What `policy` takes off a submission that was handed in then: a percentage of the points that the rules gave, with
/// the reason. Nothing for one in time, within the days of grace and the `free_days` that it spends, or whose time is
/// not known.
std::optional<Adjustment> late_adjustment(const LatePolicy& policy, const std::string& submitted_utc,
                                          int free_days = 0);

}  // namespace warpledger
