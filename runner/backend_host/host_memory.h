#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/file.h"
#include "exec/backend.h"
#include "l1_model/pattern_table.h"

namespace warpledger {

struct AddressRange {
  std::uint64_t begin = 0;  ///< on the host
  std::uint64_t bytes = 0;
  Space space = Space::global;
  std::uint64_t gpu_address = 0;  ///< of `begin`; the same in every run

  bool has(std::uint64_t address) const { return address - begin < bytes; }
  std::uint64_t gpu_address_of(std::uint64_t address) const { return address - begin + gpu_address; }
};

/// Maps host addresses to GPU memory.
class AddressMap {
 public:
  /// The ranges must not overlap.
  explicit AddressMap(std::vector<AddressRange> ranges);

  /// Returns the range of `address`; null if there is none. `site` identifies the caller: a site usually finds the same
  /// range again.
  const AddressRange* find(std::uint64_t address, std::uint32_t site);

 private:
  std::vector<AddressRange> ranges_;                   ///< sorted by address
  std::array<const AddressRange*, 256> last_found_{};  ///< by part of the site
};

/// Reserves addresses with 4 MiB of inaccessible memory on both sides: far out-of-bounds writes of a kernel fault
/// instead of corrupting other data. Throws std::bad_alloc.
class AddressSpace {
 public:
  explicit AddressSpace(std::size_t bytes);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  char* begin() const { return reserved_ + kUntouchable; }
  std::size_t bytes() const { return bytes_; }  ///< whole pages

 private:
  static constexpr std::size_t kUntouchable = std::size_t{4} << 20;

  std::size_t bytes_;
  char* reserved_ = nullptr;
};

class HostMemory : public Memory {
 public:
  /// Private memory, aligned as by cudaMalloc. Throws std::bad_alloc.
  explicit HostMemory(std::size_t bytes);
  /// Shared mapping of `descriptor`, a file of at least `bytes`.
  HostMemory(std::size_t bytes, FileDescriptor descriptor);
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  std::size_t size_bytes() const override { return bytes_; }
  char* data() const { return data_; }
  /// -1 if there is none.
  int descriptor() const { return descriptor_.number(); }
  /// Keeps the mapping.
  void close_descriptor() { descriptor_.close(); }

 private:
  std::size_t bytes_;
  AddressSpace space_;
  FileDescriptor descriptor_;
  char* data_ = nullptr;
};

/// Creates an anonymous in-memory file of `bytes` zeros. Throws std::bad_alloc.
FileDescriptor memory_file(std::size_t bytes);

/// The memory of the profile's GPU. Must outlive its allocations.
class MemoryPool {
 public:
  /// `shared` allocations can be passed to other processes.
  enum class Kind { own, shared };

  explicit MemoryPool(std::uint64_t bytes, Kind kind = Kind::own) : bytes_(bytes), kind_(kind) {}

  /// Aligned as by cudaMalloc. Throws PointFailure{invalid_point} if the device's or the host's memory is too small.
  std::unique_ptr<Memory> allocate(std::size_t bytes);

  /// Returns current allocations in order, with their addresses on an otherwise empty GPU.
  std::vector<AddressRange> allocations() const;

 private:
  class Allocation;
  std::uint64_t bytes_;
  Kind kind_;
  std::uint64_t used_bytes_ = 0;
  std::vector<const HostMemory*> memories_;
};

void* address_of(const DevicePointer& pointer, std::size_t bytes);

}  // namespace warpledger
