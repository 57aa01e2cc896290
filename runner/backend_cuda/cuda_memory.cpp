#include "backend_cuda/cuda_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "backend_cuda/cuda_check.h"

namespace warpledger {
namespace {

constexpr const char* kCopying = "copying between host and device";

}  // namespace

CudaMemory::CudaMemory(std::size_t bytes) : bytes_(bytes) {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free memory");
  void* address = nullptr;
  const cudaError_t result = bytes > free_bytes ? cudaErrorMemoryAllocation : cudaMalloc(&address, bytes);
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw PointEnd(Outcome::invalid_point,
                   fmt::format("a buffer needs {} B of device memory; {} B are free", bytes, free_bytes));
  }
  check_cuda(result, "allocating device memory");
  address_ = static_cast<std::byte*>(address);
}

CudaMemory::~CudaMemory() { cudaFree(address_); }

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

CudaEvent::CudaEvent(unsigned flags) { check_cuda(cudaEventCreateWithFlags(&event_, flags), "making an event"); }

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

}  // namespace warpledger
