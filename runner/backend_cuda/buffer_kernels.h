#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "backend_cuda/buffer_program.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/work_stream.h"
#include "exec/backend.h"
#include "model/job.h"
#include "model/program.h"

namespace warpledger {

/// The loaded buffer_program() and its launches.
class BufferKernels {
 public:
  /// `cubin` is the compiled buffer_program(). `stream` must outlive this.
  BufferKernels(const WorkStream& stream, const Cubin& cubin);

  void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                   RandomStream stream) const;

  /// Applies work.renewals for `execution`, with restores and prepare in between. Does nothing without renewals.
  void renew(const Work& work, std::uint64_t execution) const;

  /// Implements Backend::answers; a Fingerprint's `offset_bytes` must be a multiple of 8. Waits for the device; `who`
  /// as in WorkStream::wait.
  std::vector<std::uint64_t> answers(std::span<const Question> questions, const std::string& who) const;

 private:
  void renew_part(const Work& work, bool before_prepare, std::uint64_t execution) const;
  /// `elements` limits the number of threads.
  void enqueue(const std::string& function, std::vector<BoundArgument> arguments, std::uint64_t elements) const;
  /// Fills; or, if `sum` is given, adds the number of elements that differ to it.
  void enqueue_random(DevicePointer to, std::size_t bytes, ElementType type, const Fill& fill, RandomStream stream,
                      DevicePointer sum) const;

  /// `sum` must be 0.
  void enqueue_answer(const Fingerprint& asked, DevicePointer sum) const;
  void enqueue_answer(const Mismatches& asked, DevicePointer sum) const;
  void enqueue_answer(const LargestError& asked, DevicePointer sum) const;
  void enqueue_answer(const Zone& zone, DevicePointer sum) const;
  void enqueue_answer(const ChangedSince& asked, DevicePointer sum) const;

  static constexpr std::size_t kMostAtOnce = 64;

  const WorkStream& stream_;
  CudaModule module_;
  CudaMemory sums_{kMostAtOnce * sizeof(std::uint64_t)};
  PinnedMemory sums_on_host_{kMostAtOnce * sizeof(std::uint64_t)};
};

}  // namespace warpledger
