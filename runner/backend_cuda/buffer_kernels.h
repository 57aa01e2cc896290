#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/work_stream.h"
#include "model/cubin.h"
#include "model/element_type.h"
#include "model/job.h"

namespace warpledger {

/// The backend's own kernels that fill and look at buffers, compiled at run time like all others. They give what
/// exec/random_content.h gives on the host.
Program buffer_program();

/// The functions of buffer_program() that are launched.
std::vector<std::string> buffer_functions();

/// buffer_program(), loaded, and its launches.
class BufferKernels {
 public:
  /// `cubin` is buffer_program(), compiled. `stream` must outlive it.
  BufferKernels(const WorkStream& stream, const Cubin& cubin);

  /// Backend::fill_random.
  void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, std::uint64_t seed) const;

  /// Backend::fingerprint; `offset_bytes` is a multiple of 8, `bytes` one of 4. Waits for the device.
  std::uint64_t fingerprint(const Memory& from, std::size_t offset_bytes, std::size_t bytes, std::uint64_t key) const;

 private:
  /// With a thread for each of `elements`, or as many as make sense.
  void enqueue(const std::string& function, std::vector<std::variant<DevicePointer, Scalar>> arguments,
               std::uint64_t elements) const;

  const WorkStream& stream_;
  CudaModule module_;
  CudaMemory sum_{sizeof(std::uint64_t)};
  PinnedMemory sum_on_host_{sizeof(std::uint64_t)};
};

}  // namespace warpledger
