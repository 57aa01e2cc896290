#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "l1_model/block_trace.h"
#include "l1_model/model_parameters.h"
#include "l1_model/quantities.h"

namespace warpledger {

/// Simulates the L1 of an SM, empty at the start. `resident_blocks` (at least one) run at a time; when one ends,
/// `next_block` returns the next, or nullopt. The warp that has been ready for longest issues the next global request
/// and is ready again according to ReplayClock. A warp at a barrier waits for its block.
SmCounts replay_sm(const L1Parameters& l1, std::uint32_t resident_blocks,
                   const std::function<std::optional<BlockTrace>()>& next_block);

}  // namespace warpledger
