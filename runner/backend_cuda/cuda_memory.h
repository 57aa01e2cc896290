#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/cuda_module.h"
#include "backend_cuda/work_stream.h"
#include "exec/backend.h"
#include "model/job.h"
#include "model/program.h"

namespace warpledger {

/// Plain device memory.
class CudaMemory : public Memory {
 public:
  /// Throws PointFailure{invalid_point} naming the bytes needed and free when it does not fit.
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

/// The backend's own kernels that fill and look at buffers, compiled at run time like all others. Fingerprints and
/// comparisons are those of the host; random numbers are as random, and others.
Program buffer_program();

/// The functions of buffer_program() that are launched.
std::vector<std::string> buffer_functions();

/// buffer_program(), loaded, and its launches.
class BufferKernels {
 public:
  /// `cubin` is buffer_program(), compiled. `stream` must outlive it.
  BufferKernels(const WorkStream& stream, const Cubin& cubin);

  /// Backend::fill_random.
  void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                   RandomStream stream) const;

  /// Makes work.renewals of that execution, with prepare and the restores between them; nothing where there are none.
  void renew(const Work& work, std::uint64_t execution) const;

  /// Backend::mismatches. Waits for the device.
  std::uint64_t mismatches(DevicePointer got, ElementType type, std::size_t count, DevicePointer expected,
                           const Tolerance& tolerance) const;

  /// Backend::written_bytes. Waits for the device.
  std::uint64_t written_bytes(std::span<const Zone> zones) const;
  /// Backend::fingerprint; `offset_bytes` is a multiple of 8, `bytes` one of 4. Waits for the device.
  std::uint64_t fingerprint(const Memory& from, std::size_t offset_bytes, std::size_t bytes, std::uint64_t key) const;

 private:
  void renew_part(const Work& work, bool before_prepare, std::uint64_t execution) const;
  /// With a thread for each of `elements`, or as many as make sense.
  void enqueue(const std::string& function, std::vector<std::variant<DevicePointer, Scalar>> arguments,
               std::uint64_t elements) const;
  /// What `sum` gives when it adds to the one at the pointer that it is given.
  std::uint64_t summed(const std::function<void(DevicePointer)>& sum, const char* what) const;

  const WorkStream& stream_;
  CudaModule module_;
  CudaMemory sum_{sizeof(std::uint64_t)};
  PinnedMemory sum_on_host_{sizeof(std::uint64_t)};
};

/// Empties the L2 of a kernel's data by writing twice its size of other data.
class L2Flush {
 public:
  explicit L2Flush(std::size_t l2_bytes) : l2_bytes_(l2_bytes) {}

  /// Takes the memory on the first call; lets lines that were marked persisting go. Waits for the device.
  void prepare();

  /// Only after prepare().
  void enqueue(cudaStream_t stream) const;

 private:
  std::size_t l2_bytes_;
  std::optional<CudaMemory> memory_;
};

}  // namespace warpledger
