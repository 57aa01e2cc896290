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

/// Addresses for memory of some size, with 4 MiB on both sides that nobody may touch: a kernel's write far out of
/// bounds ends it there, where it would change what belongs to somebody else. Throws std::bad_alloc.
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

/// Memory that kernels reach; unmapped by its destructor.
class HostMemory : public Memory {
 public:
  /// Of this process alone, aligned as cudaMalloc does. Throws std::bad_alloc.
  explicit HostMemory(std::size_t bytes);
  /// `descriptor`, a file of at least `bytes`, mapped: what is written is seen by all who map it.
  HostMemory(std::size_t bytes, FileDescriptor descriptor);
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  std::size_t size_bytes() const override { return bytes_; }
  char* data() const { return data_; }
  /// -1 where there is none.
  int descriptor() const { return descriptor_.number(); }
  /// What is mapped stays so.
  void close_descriptor() { descriptor_.close(); }

 private:
  std::size_t bytes_;
  AddressSpace space_;
  FileDescriptor descriptor_;
  char* data_ = nullptr;
};

/// A nameless file of `bytes` zeros, in memory. Throws std::bad_alloc.
FileDescriptor memory_file(std::size_t bytes);

/// The memory of the profile's GPU. Must outlive what it allocates.
class MemoryPool {
 public:
  /// Whether other processes can be given what is allocated.
  enum class Kind { own, shared };

  explicit MemoryPool(std::uint64_t bytes, Kind kind = Kind::own) : bytes_(bytes), kind_(kind) {}

  /// Aligned as cudaMalloc does. Throws PointFailure{invalid_point} when the device's memory or the host's is too
  /// small.
  std::unique_ptr<Memory> allocate(std::size_t bytes);

  /// What is allocated now, in the order of allocation, and addresses on a GPU that has nothing else.
  std::vector<AddressRange> allocations() const;

 private:
  class Allocation;
  std::uint64_t bytes_;
  Kind kind_;
  std::uint64_t used_bytes_ = 0;
  std::vector<const HostMemory*> memories_;
};

/// The address of `bytes` bytes at `pointer`. Throws Error when they are not within its memory.
void* address_of(const DevicePointer& pointer, std::size_t bytes);

}  // namespace warpledger
