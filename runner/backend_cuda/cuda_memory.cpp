#include "backend_cuda/cuda_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "backend_cuda/cuda_check.h"

namespace warpledger {
namespace {

constexpr const char* kCopying = "copying between host and device";

std::size_t free_bytes_of_device() {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "querying free memory");
  return free_bytes;
}

std::byte* allocated(std::size_t bytes, FreedMemory* freed) {
  std::size_t free_bytes = free_bytes_of_device();
  if (bytes > free_bytes && freed != nullptr) {
    freed->drop();
    free_bytes = free_bytes_of_device();
  }
  void* address = nullptr;
  const cudaError_t result = bytes > free_bytes ? cudaErrorMemoryAllocation : cudaMalloc(&address, bytes);
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw PointFailure(Outcome::invalid_point,
                       fmt::format("a buffer needs {} B of device memory; {} B are free", bytes, free_bytes));
  }
  check_cuda(result, "allocating device memory");
  return static_cast<std::byte*>(address);
}

}  // namespace

std::byte* FreedMemory::take(std::size_t bytes) {
  const auto found = kept_.find(bytes);
  if (found == kept_.end()) return nullptr;
  kept_bytes_ -= bytes;
  return kept_.extract(found).mapped();
}

void FreedMemory::keep(std::byte* address, std::size_t bytes) {
  if (kept_bytes_ + bytes > most_bytes_) {
    cudaFree(address);
    return;
  }
  kept_.emplace(bytes, address);
  kept_bytes_ += bytes;
}

void FreedMemory::drop() {
  for (const auto& [bytes, address] : kept_) cudaFree(address);
  kept_.clear();
  kept_bytes_ = 0;
}

CudaMemory::CudaMemory(std::size_t bytes, FreedMemory* freed) : bytes_(bytes), freed_(freed) {
  if (freed_ != nullptr) address_ = freed_->take(bytes);
  if (address_ == nullptr) address_ = allocated(bytes, freed);
}

CudaMemory::~CudaMemory() {
  if (freed_ != nullptr)
    freed_->keep(address_, bytes_);
  else
    cudaFree(address_);
}

std::byte* address_of(const DevicePointer& pointer) {
  if (pointer.memory == nullptr) return nullptr;
  return static_cast<const CudaMemory*>(pointer.memory)->address() + pointer.offset_bytes;
}

PinnedMemory::PinnedMemory(std::size_t bytes) {
  void* address = nullptr;
  check_cuda(cudaHostAlloc(&address, bytes, cudaHostAllocMapped), "allocating pinned memory");
  address_ = static_cast<std::byte*>(address);
}

PinnedMemory::~PinnedMemory() { cudaFreeHost(address_); }

CudaEvent::CudaEvent(unsigned flags) { check_cuda(cudaEventCreateWithFlags(&event_, flags), "creating an event"); }

CudaEvent::~CudaEvent() { cudaEventDestroy(event_); }

void Staging::upload(std::byte* to, std::span<const std::byte> from, cudaStream_t stream) {
  for (std::size_t done = 0, turn = 0; done < from.size(); done += kHalfBytes, ++turn) {
    const Half& half = halves_.at(turn % 2);
    const std::size_t bytes = std::min(kHalfBytes, from.size() - done);
    check_cuda(cudaEventSynchronize(half.copied.get()), kCopying);
    std::memcpy(half.memory.address(), from.data() + done, bytes);
    check_cuda(cudaMemcpyAsync(to + done, half.memory.address(), bytes, cudaMemcpyHostToDevice, stream), kCopying);
    check_cuda(cudaEventRecord(half.copied.get(), stream), kCopying);
  }
}

void Staging::download(std::span<std::byte> to, const std::byte* from, cudaStream_t stream) {
  const auto fetch = [&](std::size_t begin, const Half& half) {
    if (begin >= to.size()) return;
    check_cuda(cudaMemcpyAsync(half.memory.address(), from + begin, std::min(kHalfBytes, to.size() - begin),
                               cudaMemcpyDeviceToHost, stream),
               kCopying);
    check_cuda(cudaEventRecord(half.copied.get(), stream), kCopying);
  };
  fetch(0, halves_[0]);
  for (std::size_t done = 0, turn = 0; done < to.size(); done += kHalfBytes, ++turn) {
    fetch(done + kHalfBytes, halves_.at((turn + 1) % 2));
    const Half& half = halves_.at(turn % 2);
    check_cuda(cudaEventSynchronize(half.copied.get()), kCopying);
    std::memcpy(to.data() + done, half.memory.address(), std::min(kHalfBytes, to.size() - done));
  }
}

void L2Flush::prepare() {
  if (!memory_) memory_.emplace(2 * l2_bytes_);
  check_cuda(cudaCtxResetPersistingL2Cache(), "resetting persisting L2 lines");
}

void L2Flush::enqueue(cudaStream_t stream) const {
  check_cuda(cudaMemsetAsync(memory_.value().address(), 0, memory_.value().size_bytes(), stream), "flushing the L2");
}

}  // namespace warpledger
