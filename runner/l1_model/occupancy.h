#pragma once

#include <cstdint>
#include <optional>

namespace warpledger {

/// What blocks share on an SM: the device's facts of the same names.
struct SmLimits {
  std::uint32_t registers_per_block = 0;
  std::uint32_t registers_per_sm = 0;
  std::uint32_t max_threads_per_sm = 0;
  std::uint32_t max_blocks_per_sm = 0;
  std::uint64_t shared_per_sm_bytes = 0;
};

/// What one block takes.
struct BlockNeeds {
  std::uint32_t threads = 0;
  std::optional<std::uint32_t> registers_per_thread;  ///< not known: registers do not limit
  std::uint64_t shared_bytes = 0;                     ///< static and dynamic
};

/// Blocks that are on one SM at a time, 0 when not even one fits. By the rules of NVIDIA's cuda_occupancy.h for compute
/// capability 8.0 to 9.0: registers are given to warps in units of 256, shared memory to blocks in units of 128 bytes.
std::uint32_t resident_blocks(const SmLimits& limits, const BlockNeeds& needs);

/// Shared memory that a block takes of its SM: what it asks for, 1 KB that the system reserves (CUDA C++ Programming
/// Guide, compute capability 8.x and 9.0, Shared Memory), and the rest of a unit.
std::uint64_t shared_footprint_bytes(std::uint64_t shared_bytes);

}  // namespace warpledger
