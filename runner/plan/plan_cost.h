#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// Names that define a problem: in sizes and types of buffers, arguments of references, and work counts.
std::set<std::size_t> shape_slots(const Family& family);

/// Estimates the cost from the buffers' bytes and the work; at least 1.
std::int64_t cost_us_of(const Family& family, const Values& values);

}  // namespace warpledger
