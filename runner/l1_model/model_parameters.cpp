#include "l1_model/model_parameters.h"

#include <algorithm>
#include <limits>

namespace warpledger {
namespace {

constexpr std::uint32_t kWarpThreads = 32;
constexpr std::uint32_t kRegistersUnit = 256;
constexpr std::uint32_t kSubPartitions = 4;
constexpr std::uint64_t kSharedUnitBytes = 128;
constexpr std::uint64_t kReservedSharedBytes = 1024;

template <typename Number>
Number round_up(Number number, Number unit) {
  return (number + unit - 1) / unit * unit;
}

std::uint32_t blocks_by_registers(const SmLimits& limits, std::uint32_t warps, std::uint32_t registers_per_thread) {
  const std::uint32_t per_warp = round_up(registers_per_thread * kWarpThreads, kRegistersUnit);
  if (per_warp == 0) return std::numeric_limits<std::uint32_t>::max();
  // The hardware checks as if the block took equal parts of all sub-partitions.
  if (per_warp * round_up(warps, kSubPartitions) > limits.registers_per_block) return 0;
  return limits.registers_per_sm / kSubPartitions / per_warp * kSubPartitions / warps;
}

}  // namespace

L1Parameters l1_beside(const ModelParameters& model, std::uint64_t shared_bytes_per_block,
                       std::uint32_t resident_blocks) {
  const std::vector<std::uint64_t>& carveouts = model.shared_carveouts_bytes;
  const std::uint64_t needed = shared_footprint_bytes(shared_bytes_per_block) * resident_blocks;
  const auto smallest = std::lower_bound(carveouts.begin(), carveouts.end(), needed);
  L1Parameters l1 = model.l1;
  l1.bytes = model.unified_bytes - (smallest == carveouts.end() ? carveouts.back() : *smallest);
  return l1;
}

std::uint32_t resident_blocks(const SmLimits& limits, const BlockNeeds& needs) {
  const std::uint32_t warps = std::max(round_up(needs.threads, kWarpThreads) / kWarpThreads, 1U);
  std::uint32_t blocks = std::min(limits.max_threads_per_sm / kWarpThreads / warps, limits.max_blocks_per_sm);
  if (needs.registers_per_thread)
    blocks = std::min(blocks, blocks_by_registers(limits, warps, *needs.registers_per_thread));
  const std::uint64_t by_shared = limits.shared_per_sm_bytes / shared_footprint_bytes(needs.shared_bytes);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks, by_shared));
}

std::uint64_t shared_footprint_bytes(std::uint64_t shared_bytes) {
  return round_up(shared_bytes + kReservedSharedBytes, kSharedUnitBytes);
}

}  // namespace warpledger
