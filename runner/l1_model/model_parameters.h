#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpledger {

/// Warp timing. These cycles only order the requests of different warps; they do not predict a kernel's time.
struct ReplayClock {
  std::uint32_t hit_cycles = 60;             ///< from a load to its data in L1
  std::uint32_t miss_cycles = 600;           ///< mean, from L2
  std::uint32_t miss_jitter_cycles = 120;    ///< maximum deviation from the mean
  std::uint32_t loads_together = 3;          ///< that a warp issues before it waits for all
  std::uint32_t fill_sectors_per_cycle = 4;  ///< from L2 to L1
  std::uint32_t store_cycles = 3;            ///< minimum time in the load-store unit
  std::uint32_t request_gap_cycles = 4;      ///< minimum between two requests of a warp
};

/// L1 model of an SM: sectored lines of 128 bytes, and stores that merge for a while.
struct L1Parameters {
  std::uint64_t bytes = 0;  ///< unified data cache minus shared memory
  std::uint32_t sets = 16;  ///< power of two, see LineCache
  /// Stores to a sector merge if the last store to its line is at most this long ago.
  std::uint32_t write_window_cycles = 16;
  ReplayClock clock;
};

/// Memory parameters in a GPU profile.
struct ModelParameters {
  std::uint64_t unified_bytes = 0;                    ///< shared memory and L1
  std::vector<std::uint64_t> shared_carveouts_bytes;  ///< possible sizes of shared memory; ascending, not empty
  L1Parameters l1;
};

/// Returns the L1 with `resident_blocks` on the SM. Shared memory gets the smallest sufficient carve-out, the driver's
/// default (CUDA C++ Programming Guide, compute capability 8.x and 9.0, Shared Memory).
L1Parameters l1_beside(const ModelParameters& model, std::uint64_t shared_bytes_per_block,
                       std::uint32_t resident_blocks);

struct SmLimits {
  std::uint32_t registers_per_block = 0;
  std::uint32_t registers_per_sm = 0;
  std::uint32_t max_threads_per_sm = 0;
  std::uint32_t max_blocks_per_sm = 0;
  std::uint64_t shared_per_sm_bytes = 0;
};

struct BlockNeeds {
  std::uint32_t threads = 0;
  std::optional<std::uint32_t> registers_per_thread;  ///< absent: unknown, so registers do not limit
  std::uint64_t shared_bytes = 0;                     ///< static and dynamic
};

/// Follows NVIDIA's cuda_occupancy.h for compute capability 8.0 to 9.0: registers are allocated to warps in units of
/// 256, shared memory to blocks in units of 128 bytes. Returns 0 if no block fits.
std::uint32_t resident_blocks(const SmLimits& limits, const BlockNeeds& needs);

/// Returns the shared memory that a block occupies: its request plus 1 KB reserved by the system, rounded up to a unit
/// (CUDA C++ Programming Guide, compute capability 8.x and 9.0, Shared Memory).
std::uint64_t shared_footprint_bytes(std::uint64_t shared_bytes);

}  // namespace warpledger
