#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// Returns the names that define a problem: those used by buffer sizes and types, references' arguments and work
/// counts.
std::set<std::size_t> shape_slots(const Family& family);

/// Estimates the cost of a point from its buffers' bytes and its work; at least 1.
std::int64_t cost_us_of(const Family& family, const Values& values);

}  // namespace warpledger
