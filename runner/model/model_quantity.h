#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// What the memory model gives of a launch. All are sums over the GPU, but for the share.
struct ModelQuantity {
  std::string_view name;
  std::string_view about;  ///< one line of meaning, with the unit
};

/// All that a metric's `model` may name. The list is closed: the memory model computes these and nothing else.
inline constexpr std::array<ModelQuantity, 15> kModelQuantities = {{
    {"global_load_requests", "warp-wide loads of global memory"},
    {"global_store_requests", "warp-wide stores to global memory"},
    {"global_atomic_requests", "warp-wide atomics on global memory"},
    {"global_load_sectors", "32-byte sectors that global loads ask L1 for, request by request"},
    {"global_store_sectors", "32-byte sectors that global stores send to L1, request by request"},
    {"global_bank_conflicts", "L1 data-bank cycles of global loads and stores beyond the least that they need"},
    {"shared_load_requests", "warp-wide loads of shared memory"},
    {"shared_store_requests", "warp-wide stores to shared memory"},
    {"shared_atomic_requests", "warp-wide atomics on shared memory"},
    {"shared_load_conflicts", "bank cycles of loads of shared memory beyond the least that they need"},
    {"shared_store_conflicts", "bank cycles of stores to shared memory beyond the least that they need"},
    {"l1_read_sectors", "32-byte sectors that L1 reads from L2 for global loads"},
    {"l1_written_sectors", "32-byte sectors that L1 writes to L2 for global stores"},
    {"l1_hit_pct", "share of the sectors of global loads that L1 has, in percent"},
    {"inst_executed", "warp instructions executed"},
}};

/// The names of kModelQuantities.
inline std::vector<std::string> model_quantity_names() {
  std::vector<std::string> names;
  for (const ModelQuantity& quantity : kModelQuantities) names.emplace_back(quantity.name);
  return names;
}

}  // namespace warpledger
