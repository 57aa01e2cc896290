#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "l1_model/warp_access.h"

namespace warpledger {

/// A piece of the host's memory that stands for a piece of the GPU's.
struct AddressRange {
  std::uint64_t begin = 0;  ///< on the host
  std::uint64_t bytes = 0;
  Space space = Space::global;
  std::uint64_t gpu_address = 0;  ///< of `begin`; the same in every run

  bool has(std::uint64_t address) const { return address - begin < bytes; }
  std::uint64_t gpu_address_of(std::uint64_t address) const { return address - begin + gpu_address; }
};

/// Which memory of the GPU an address of the host stands for.
class AddressMap {
 public:
  /// The ranges do not overlap.
  explicit AddressMap(std::vector<AddressRange> ranges);

  /// The range that has `address`; null when there is none. `site` is the place that asks: the same place usually asks
  /// for the same range.
  const AddressRange* find(std::uint64_t address, std::uint32_t site);

 private:
  std::vector<AddressRange> ranges_;                   ///< by address
  std::array<const AddressRange*, 256> last_found_{};  ///< by a part of the site
};

}  // namespace warpledger
