#include "backend_host/host_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
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

AddressSpace::AddressSpace(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  bytes_ = (std::max<std::size_t>(bytes, 1) + page - 1) / page * page;
  void* const reserved =
      mmap(nullptr, bytes_ + 2 * kUntouchable, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) throw std::bad_alloc();
  reserved_ = static_cast<char*>(reserved);
}

AddressSpace::~AddressSpace() { munmap(reserved_, bytes_ + 2 * kUntouchable); }

HostMemory::HostMemory(std::size_t bytes) : bytes_(bytes), space_(bytes) {
  if (mprotect(space_.begin(), space_.bytes(), PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  // Ends at the inaccessible memory, up to the 256-byte alignment that the CUDA C++ Programming Guide promises for
  // cudaMalloc.
  data_ = space_.begin() + (space_.bytes() - bytes) / 256 * 256;
}

HostMemory::HostMemory(std::size_t bytes, FileDescriptor descriptor)
    : bytes_(bytes), space_(bytes), descriptor_(std::move(descriptor)) {
  data_ = space_.begin();
  if (mmap(data_, space_.bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor_.number(), 0) ==
      MAP_FAILED)
    throw std::bad_alloc();
}

FileDescriptor memory_file(std::size_t bytes) {
  // Lifts a worker's limit on file size, which is meant for compilers: this file is in memory.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit most{before.rlim_max, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &most);
  FileDescriptor file(memfd_create("warpledger buffer", MFD_CLOEXEC));
  const bool made =
      file.number() >= 0 && ftruncate(file.number(), static_cast<off_t>(std::max<std::size_t>(bytes, 1))) == 0;
  setrlimit(RLIMIT_FSIZE, &before);
  if (!made) throw std::bad_alloc();
  return file;
}

/// Registers with its pool.
class MemoryPool::Allocation : public HostMemory {
 public:
  template <class... Arguments>
  explicit Allocation(MemoryPool& pool, Arguments&&... arguments)
      : HostMemory(std::forward<Arguments>(arguments)...), pool_(pool) {
    pool_.used_bytes_ += size_bytes();
    pool_.memories_.push_back(this);
  }
  ~Allocation() override {
    pool_.used_bytes_ -= size_bytes();
    std::erase(pool_.memories_, this);
  }
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

 private:
  MemoryPool& pool_;
};

std::unique_ptr<Memory> MemoryPool::allocate(std::size_t bytes) {
  const std::uint64_t free_bytes = std::min(bytes_ - used_bytes_, available_memory_bytes());
  if (bytes > free_bytes)
    throw PointFailure(Outcome::invalid_point,
                       fmt::format("a buffer needs {} of device memory; {} are free ({} and {} bytes)",
                                   human_bytes(static_cast<std::int64_t>(bytes)),
                                   human_bytes(static_cast<std::int64_t>(free_bytes)), bytes, free_bytes));
  if (kind_ == Kind::shared) return std::make_unique<Allocation>(*this, bytes, memory_file(bytes));
  return std::make_unique<Allocation>(*this, bytes);
}

std::vector<AddressRange> MemoryPool::allocations() const {
  constexpr std::uint64_t kAlignment = 512;  // actual alignment of cudaMalloc
  std::vector<AddressRange> all;
  std::uint64_t next = kAlignment;  // address 0 stays unused
  for (const HostMemory* memory : memories_) {
    all.push_back({reinterpret_cast<std::uintptr_t>(memory->data()), memory->size_bytes(), Space::global, next});
    next += (memory->size_bytes() + kAlignment - 1) / kAlignment * kAlignment;
  }
  return all;
}

void* address_of(const DevicePointer& pointer, std::size_t bytes) {
  if (pointer.memory == nullptr && bytes == 0) return nullptr;  // a null pointer is a valid argument
  const auto* memory = dynamic_cast<const HostMemory*>(pointer.memory);
  if (memory == nullptr) throw Error("a pointer into memory that is not the host backend's", "allocate it there");
  if (pointer.offset_bytes > memory->size_bytes() || bytes > memory->size_bytes() - pointer.offset_bytes)
    throw Error(fmt::format("{} bytes at offset {} reach past a memory of {} bytes", bytes, pointer.offset_bytes,
                            memory->size_bytes()),
                "correct the offset or the size");
  return memory->data() + pointer.offset_bytes;
}

}  // namespace warpledger
