#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "l1_model/block_trace.h"
#include "model/metric.h"

namespace warpledger {

/// What the blocks of one SM, or the sum over several, ask of memory and what of that passes the L1. Sectors have 32
/// bytes. Atomics on global memory are done by the L2: they are in `accesses` and nowhere else.
struct SmCounts {
  /// Reuse distances are told apart in eighths of the L1, up to one and a half L1s.
  static constexpr std::uint32_t kGroupsPerL1 = 8;
  static constexpr std::uint32_t kGroups = 12;

  /// One line in so many is watched for them, chosen by a hash of its number: lines that are chosen so see the same
  /// distances, scaled down (Waldspurger et al., Efficient MRC Construction with SHARDS, FAST 2015).
  static constexpr std::uint32_t kReuseSampling = 4;

  AccessTotals accesses;
  std::uint64_t global_conflicts = 0;           ///< conflicts of global loads and stores, see SmCaches::request()
  std::uint64_t global_conflicts_least = 0;     ///< if every load missed and every store found the L1 busy
  std::uint64_t l1_missed_lines = 0;            ///< lines of load requests of which a sector was not there
  std::uint64_t l1_read_sectors = 0;            ///< sectors of loads that the L1 reads from the L2
  std::uint64_t loaded_sectors = 0;             ///< distinct ones: below this no L1 can come
  std::uint64_t l1_written_sectors = 0;         ///< sectors that leave the SM, after merging
  std::uint64_t stored_sectors = 0;             ///< distinct ones: below this no merging can come
  std::array<std::uint64_t, kGroups> reuses{};  ///< loads of watched lines by reuse distance

  SmCounts& operator+=(const SmCounts& other);
  bool operator==(const SmCounts&) const = default;

  /// How much of the L1 the hits hang on: all loads of lines that were loaded before, at a distance of up to one and a
  /// half L1s, find them after so many other lines, as a share of the L1's lines; in eighths, rounded up. The farthest
  /// are left out as long as they are together at most 1 % of the missed lines, as is what comes back later than that:
  /// it misses under any replacement that resembles LRU. A stream that is never used again counts only as what it
  /// pushes between the uses of other lines.
  double pressure() const;

  /// Sectors of global loads that the L1 does not have, of all that are asked for; 0 without loads.
  double miss_share() const;
};

/// Changes with whatever makes the model give another number for the same program and profile.
inline constexpr const char* kModelVersion = "2";

/// How the traced SMs stand for the GPU.
struct Sampling {
  /// What the counts are multiplied by to stand for the whole grid, and the least and the most that it may be.
  double scale = 1;
  double scale_lower = 1;
  double scale_upper = 1;
  bool whole_grid = true;  ///< every block was traced
  bool divergent = false;  ///< lanes of a warp parted: when the GPU's compiler joins them again is not known
};

/// A modelled number with its bounds, or why there is none.
struct QuantityEstimate {
  std::optional<double> value;
  double lower = 0;
  double upper = 0;
  Confidence confidence = Confidence::poor;
  std::string because;  ///< why so much confidence; why `value` is absent
};

/// One of kModelQuantities, all but inst_executed, from the sum over the traced SMs. Throws Error for another name.
QuantityEstimate quantity(std::string_view name, const SmCounts& counts, const Sampling& facts);

}  // namespace warpledger
