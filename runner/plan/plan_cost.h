#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// The names that a problem is made of: what its buffers' sizes and types, the numbers that its references are given
/// and its work counts use.
std::set<std::size_t> shape_slots(const Family& family);

/// About what a point costs that has these values, by the bytes of its buffers and by its work; at least 1.
std::int64_t cost_us_of(const Family& family, const Values& values);

}  // namespace warpledger
