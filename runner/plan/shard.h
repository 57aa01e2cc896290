#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

struct Shard {
  std::int64_t index = 1;  ///< from 1
  std::int64_t count = 1;
};

/// Parses "2/8". Throws Error that names `option`.
Shard parse_shard(const std::string& text, const std::string& option);

/// Returns "2/8".
std::string text_of(const Shard& shard);

/// Splits `plan` into `count` lists of ascending ordinals with similar Plan::cost_us(). Points of one shape, which
/// pages compare, share a shard unless that makes it more than a quarter costlier than average. The result depends only
/// on the plan, so that machines agree. Shards may be empty.
std::vector<std::vector<std::int64_t>> split_plan(const Plan& plan, std::int64_t count);

std::vector<std::int64_t> ordinals_of(const Plan& plan, const Shard& shard);

}  // namespace warpledger
