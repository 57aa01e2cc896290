#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "exec/backend.h"
#include "l1_model/pattern_table.h"

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

class HostMemory;

/// The memory of the profile's GPU. Must outlive what it allocates.
class MemoryPool {
 public:
  explicit MemoryPool(std::uint64_t bytes) : bytes_(bytes) {}

  /// Aligned as cudaMalloc does. Throws PointFailure{invalid_point} when the device's memory or the host's is too
  /// small.
  std::unique_ptr<Memory> allocate(std::size_t bytes);

  /// What is allocated now, in the order of allocation, and addresses on a GPU that has nothing else.
  std::vector<AddressRange> allocations() const;

 private:
  friend class HostMemory;
  std::uint64_t bytes_;
  std::uint64_t used_bytes_ = 0;
  std::vector<const HostMemory*> memories_;
};

/// The address of `bytes` bytes at `pointer`. Throws Error when they are not within its memory.
void* address_of(const DevicePointer& pointer, std::size_t bytes);

}  // namespace warpledger
