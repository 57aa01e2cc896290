#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "backend_host/address_map.h"
#include "exec/backend.h"

namespace warpledger {

class HostMemory;

/// The memory of the profile's GPU. Must outlive what it allocates.
class MemoryPool {
 public:
  explicit MemoryPool(std::uint64_t bytes) : bytes_(bytes) {}

  /// Aligned as cudaMalloc does. Throws PointEnd{invalid_point} when the device's memory or the host's is too small.
  std::unique_ptr<Memory> allocate(std::size_t bytes);

  /// What is allocated now, in the order of allocation, and addresses on a GPU that has nothing else.
  std::vector<AddressRange> allocations() const;

 private:
  friend class HostMemory;
  std::uint64_t bytes_;
  std::uint64_t used_bytes_ = 0;
  std::vector<const HostMemory*> memories_;
};

/// The address of `bytes` bytes at `pointer`. Throws Error when they do not lie within its memory.
void* address_of(const DevicePointer& pointer, std::size_t bytes);

}  // namespace warpledger
