#pragma once

#include <cstdint>
#include <vector>

#include "l1_model/l1_parameters.h"

namespace warpledger {

/// What a profile says of an SM's memory.
struct ModelParameters {
  std::uint64_t unified_bytes = 0;                    ///< shared memory and L1 together
  std::vector<std::uint64_t> shared_carveouts_bytes;  ///< what shared memory may take of it; ascending, not empty
  L1Parameters l1;                                    ///< all but `bytes`
};

/// The L1 beside that many resident blocks. Shared memory takes the smallest part that holds theirs, as the driver
/// chooses when a program does not ask for another (CUDA C++ Programming Guide, compute capability 8.x and 9.0, Shared
/// Memory).
L1Parameters l1_beside(const ModelParameters& model, std::uint64_t shared_bytes_per_block,
                       std::uint32_t resident_blocks);

}  // namespace warpledger
