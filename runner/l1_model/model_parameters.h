#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpledger {

/// When a warp continues. These cycles put the requests of different warps into an order; they are not a kernel's time.
struct ReplayClock {
  std::uint32_t hit_cycles = 60;             ///< from a load to its data, out of the L1
  std::uint32_t miss_cycles = 600;           ///< out of the L2, on average
  std::uint32_t miss_jitter_cycles = 120;    ///< the latter differ by up to so much, above and below
  std::uint32_t loads_together = 3;          ///< loads that a warp starts before it waits for all of them
  std::uint32_t fill_sectors_per_cycle = 4;  ///< that the L1 takes from the L2
  std::uint32_t store_cycles = 3;            ///< that a store occupies the SM's load-store unit at least
  std::uint32_t request_gap_cycles = 4;      ///< between two requests of a warp at least
};

/// The L1 of one SM, as far as it is modelled: sectored lines of 128 bytes, and stores that merge for a while.
struct L1Parameters {
  std::uint64_t bytes = 0;  ///< what shared memory leaves of the unified data cache
  std::uint32_t sets = 16;  ///< a power of two, see LineCache
  /// Stores to one sector leave the SM together while the last one to its line is at most so long ago.
  std::uint32_t write_window_cycles = 16;
  ReplayClock clock;
};

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
