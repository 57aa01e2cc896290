#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backend_host/grid_runner.h"
#include "backend_host/host_memory.h"

namespace warpledger {

/// Accesses to global memory by lane 0 of each warp of some blocks.
struct ProbeCounts {
  std::uint64_t warps = 0;
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;
  std::uint64_t atomics = 0;
};

/// Runs lane 0 of each warp of blocks [begin, end) of a launch of traced kernels, and no other lane: a thirty-second of
/// the work of a trace, enough to scale what was seen in some blocks to all of them. Runs on the calling OS thread; the
/// lanes' effects on memory are real. `global` as for BlockTracer. Absent when a lane comes to a barrier or a warp
/// operation, because what it does after that may depend on lanes that do not run.
std::optional<ProbeCounts> probe(const GridLaunch& launch, const std::vector<AddressRange>& global, std::uint64_t begin,
                                 std::uint64_t end);

}  // namespace warpledger
