#pragma once

#include <cstdint>

namespace warpledger {

/// When a warp goes on. These cycles put the requests of different warps into an order; they are not a kernel's time.
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

}  // namespace warpledger
