#include "backend_host/host_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "backend_host/diagnose.h"
#include "backend_host/warp_merge.h"
#include "base/error.h"
#include "base/text.h"

namespace warpledger {

AddressMap::AddressMap(std::vector<AddressRange> ranges) : ranges_(std::move(ranges)) {
  std::erase_if(ranges_, [](const AddressRange& range) { return range.bytes == 0; });
  std::sort(ranges_.begin(), ranges_.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
}

const AddressRange* AddressMap::find(std::uint64_t address, std::uint32_t site) {
  const AddressRange*& last = last_found_[(site >> LaneLogs::kSiteShift) % last_found_.size()];
  if (last != nullptr && last->has(address)) return last;
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                      [](std::uint64_t a, const AddressRange& range) { return a < range.begin; });
  if (after == ranges_.begin() || !std::prev(after)->has(address)) return nullptr;
  return last = &*std::prev(after);
}

class HostMemory : public Memory {
 public:
  HostMemory(MemoryPool& pool, std::size_t bytes) : pool_(pool), bytes_(bytes) {
    // 256 bytes: the alignment that the CUDA C++ Programming Guide promises of cudaMalloc.
    data_.reset(std::aligned_alloc(256, std::max<std::size_t>((bytes + 255) / 256 * 256, 256)));
    if (!data_) throw std::bad_alloc();
    pool_.used_bytes_ += bytes_;
    pool_.memories_.push_back(this);
  }
  ~HostMemory() override {
    pool_.used_bytes_ -= bytes_;
    std::erase(pool_.memories_, this);
  }
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  std::size_t size_bytes() const override { return bytes_; }
  char* data() const { return static_cast<char*>(data_.get()); }

 private:
  struct Free {
    void operator()(void* data) const { std::free(data); }
  };
  MemoryPool& pool_;
  std::size_t bytes_;
  std::unique_ptr<void, Free> data_;
};

std::unique_ptr<Memory> MemoryPool::allocate(std::size_t bytes) {
  const std::uint64_t free_bytes = std::min(bytes_ - used_bytes_, available_memory_bytes());
  if (bytes > free_bytes)
    throw PointFailure(Outcome::invalid_point,
                       fmt::format("a buffer needs {} of device memory; {} are free ({} and {} bytes)",
                                   human_bytes(static_cast<std::int64_t>(bytes)),
                                   human_bytes(static_cast<std::int64_t>(free_bytes)), bytes, free_bytes));
  return std::make_unique<HostMemory>(*this, bytes);
}

std::vector<AddressRange> MemoryPool::allocations() const {
  constexpr std::uint64_t kAlignment = 512;  // what cudaMalloc gives in fact
  std::vector<AddressRange> all;
  std::uint64_t next = kAlignment;  // nothing is at address 0
  for (const HostMemory* memory : memories_) {
    all.push_back({reinterpret_cast<std::uintptr_t>(memory->data()), memory->size_bytes(), Space::global, next});
    next += (memory->size_bytes() + kAlignment - 1) / kAlignment * kAlignment;
  }
  return all;
}

void* address_of(const DevicePointer& pointer, std::size_t bytes) {
  const auto* memory = dynamic_cast<const HostMemory*>(pointer.memory);
  if (memory == nullptr) throw Error("a pointer into memory that is not the host backend's", "allocate it there");
  if (pointer.offset_bytes > memory->size_bytes() || bytes > memory->size_bytes() - pointer.offset_bytes)
    throw Error(fmt::format("{} bytes at offset {} reach past a memory of {} bytes", bytes, pointer.offset_bytes,
                            memory->size_bytes()),
                "correct the offset or the size");
  return memory->data() + pointer.offset_bytes;
}

}  // namespace warpledger
