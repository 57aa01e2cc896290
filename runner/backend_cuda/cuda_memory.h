#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <span>

#include "exec/backend.h"

namespace warpledger {

/// Plain device memory.
class CudaMemory : public Memory {
 public:
  /// Throws PointEnd{invalid_point} naming the bytes needed and free when it does not fit.
  explicit CudaMemory(std::size_t bytes);
  ~CudaMemory() override;
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;

  std::size_t size_bytes() const override { return bytes_; }
  std::byte* address() const { return address_; }

 private:
  std::byte* address_ = nullptr;
  std::size_t bytes_ = 0;
};

/// The device address that a DevicePointer means; null when it has no memory.
std::byte* address_of(const DevicePointer& pointer);

/// Page-locked host memory that the device can read and write, too.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes);
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  std::byte* address() const { return address_; }

 private:
  std::byte* address_ = nullptr;
};

class CudaEvent {
 public:
  explicit CudaEvent(unsigned flags = cudaEventDefault);
  ~CudaEvent();
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Moves pageable host memory to and from the device through two pinned halves, so that the host's copy of one half
/// overlaps the device's copy of the other: some 10 GB/s, where the driver's own staging reaches about a third.
class Staging {
 public:
  void upload(std::byte* to, std::span<const std::byte> from, cudaStream_t stream);
  void download(std::span<std::byte> to, const std::byte* from, cudaStream_t stream);

 private:
  static constexpr std::size_t kHalfBytes = std::size_t{2} << 20;

  struct Half {
    PinnedMemory memory{kHalfBytes};
    CudaEvent copied{cudaEventDisableTiming};
  };
  std::array<Half, 2> halves_;
};

}  // namespace warpledger
