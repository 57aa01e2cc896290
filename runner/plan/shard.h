#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

/// One of the parts that a plan is split into.
struct Shard {
  std::int64_t index = 1;  ///< from 1
  std::int64_t count = 1;
};

/// The shard that "2/8" means. Throws Error when it is none: `option` says whose value it is.
Shard parse_shard(const std::string& text, const std::string& option);

/// "2/8"
std::string text_of(const Shard& shard);

/// The ordinals of each shard of `plan`, ascending: every point is in one of them. Shards cost about the same, by
/// Plan::cost_us, and points of one shape, which pages compare, are in one shard as long as that leaves none more than
/// a quarter above its fair share. Nothing but the plan is looked at, so that tasks on many machines agree without
/// asking each other. Some are empty when there are more than points.
std::vector<std::vector<std::int64_t>> split_plan(const Plan& plan, std::int64_t count);

/// What split_plan() gives that shard.
std::vector<std::int64_t> ordinals_of(const Plan& plan, const Shard& shard);

}  // namespace warpledger
