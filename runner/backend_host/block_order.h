#pragma once

#include <cstdint>
#include <vector>

namespace warpledger {

/// An order of a control-flow graph's nodes, with 0, its entry, first: each comes after all that lead to it, but for
/// the jumps back in a loop, and a loop's nodes come in one piece. `successors[i]` are the nodes that follow node i. A
/// warp whose lanes go on in this order waits at the end of a branch or loop for those still in it.
std::vector<std::uint32_t> loop_contiguous_order(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace warpledger
