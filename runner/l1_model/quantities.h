#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "l1_model/block_trace.h"
#include "model/metric.h"

namespace warpledger {

/// Memory requests of one or several SMs and their L1 traffic, in 32-byte sectors. L2 performs global atomics, so they
/// appear only in `accesses`.
struct SmCounts {
  /// Reuse distances are grouped by eighths of L1, up to 1.5 L1s.
  static constexpr std::uint32_t kGroupsPerL1 = 8;
  static constexpr std::uint32_t kGroups = 12;

  /// Sampling ratio: 1 in 4 lines is watched for reuse, chosen by hash. Their distances are those of all lines, scaled
  /// down (Waldspurger et al., Efficient MRC Construction with SHARDS, FAST 2015).
  static constexpr std::uint32_t kReuseSampling = 4;

  AccessTotals accesses;
  std::uint64_t global_conflicts = 0;           ///< see SmCaches::request()
  std::uint64_t global_conflicts_least = 0;     ///< minimum: all loads missed and all stores found L1 busy
  std::uint64_t l1_missed_lines = 0;            ///< lines of load requests with a missing sector
  std::uint64_t l1_read_sectors = 0;            ///< from L2, for loads
  std::uint64_t loaded_sectors = 0;             ///< distinct; lower bound for any L1
  std::uint64_t l1_written_sectors = 0;         ///< to L2, after merging
  std::uint64_t stored_sectors = 0;             ///< distinct; lower bound for any merging
  std::array<std::uint64_t, kGroups> reuses{};  ///< of watched lines, by distance

  SmCounts& operator+=(const SmCounts& other);
  bool operator==(const SmCounts&) const = default;

  /// Returns the share of L1 that hits depend on: the largest reuse distance over L1's lines, in eighths, rounded up.
  /// Ignores distances above 1.5 L1s, where any LRU-like replacement misses, and the farthest reuses up to 1 % of the
  /// missed lines. Streams without reuse only add to the distances of other lines.
  double pressure() const;

  /// Returns the share of sectors of global loads that miss L1; 0 without loads.
  double miss_share() const;
};

/// Must change whenever the model's results change for the same program and profile.
inline constexpr const char* kModelVersion = "2";

struct Sampling {
  /// Factor from the counts to the whole grid, with its bounds.
  double scale = 1;
  double scale_lower = 1;
  double scale_upper = 1;
  bool whole_grid = true;  ///< every block was traced
  bool divergent = false;  ///< reconvergence by the GPU's compiler is unknown
};

/// Modelled value with bounds, or the reason why there is none.
struct QuantityEstimate {
  std::optional<double> value;
  double lower = 0;
  double upper = 0;
  Confidence confidence = Confidence::poor;
  std::string because;  ///< reason for the confidence, or why `value` is absent
};

/// Computes one of kModelQuantities except inst_executed from the sum over traced SMs. Throws Error for other names.
QuantityEstimate quantity(std::string_view name, const SmCounts& counts, const Sampling& facts);

}  // namespace warpledger
