#include "l1_model/model_parameters.h"

#include <algorithm>

#include "l1_model/occupancy.h"

namespace warpledger {

L1Parameters l1_beside(const ModelParameters& model, std::uint64_t shared_bytes_per_block,
                       std::uint32_t resident_blocks) {
  const std::vector<std::uint64_t>& carveouts = model.shared_carveouts_bytes;
  const std::uint64_t needed = shared_footprint_bytes(shared_bytes_per_block) * resident_blocks;
  const auto smallest = std::lower_bound(carveouts.begin(), carveouts.end(), needed);
  L1Parameters l1 = model.l1;
  l1.bytes = model.unified_bytes - (smallest == carveouts.end() ? carveouts.back() : *smallest);
  return l1;
}

}  // namespace warpledger
