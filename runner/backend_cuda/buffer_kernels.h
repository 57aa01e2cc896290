#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/work_stream.h"
#include "exec/backend.h"
#include "model/job.h"
#include "model/program.h"

namespace warpledger {

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
  /// Backend::fingerprint; `offset_bytes` is a multiple of 8. Waits for the device.
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

}  // namespace warpledger
