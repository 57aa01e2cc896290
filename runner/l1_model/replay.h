#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "l1_model/block_trace.h"
#include "l1_model/model_parameters.h"
#include "l1_model/quantities.h"

namespace warpledger {

/// What one SM's L1 makes of its blocks. `resident_blocks` blocks, at least one, are on the SM at a time; whenever one
/// has ended, `next_block` gives the next, or none when there are no more. Of the warps of all resident blocks, the one
/// that has been ready for longest sends the next global request; when it is ready again depends on its data
/// (ReplayClock). A warp at a barrier waits for its block. The L1 is empty at the start.
SmCounts replay_sm(const L1Parameters& l1, std::uint32_t resident_blocks,
                   const std::function<std::optional<BlockTrace>()>& next_block);

}  // namespace warpledger
