#pragma once

#include <chrono>
#include <cstdint>

#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/work_stream.h"

namespace warpledger {

/// Holds back a stream while more is queued behind it, so that the device then runs it all without waiting for the
/// host. Lets go by itself after a time limit: the device never hangs.
class Gate {
 public:
  /// `wait_kernel` is kWaitKernel; `stream` and it must outlive the gate.
  Gate(const WorkStream& stream, const CudaFunction& wait_kernel) : stream_(stream), wait_kernel_(wait_kernel) {}

  /// Queues the wait. Only when nothing queued before is still running.
  void close(std::chrono::nanoseconds limit);
  void open();

  /// After the stream is done: whether the limit passed before open().
  bool expired() const;

 private:
  struct Flags {
    std::uint32_t open;
    std::uint32_t expired;
  };
  Flags& flags() const { return *reinterpret_cast<Flags*>(memory_.address()); }

  const WorkStream& stream_;
  const CudaFunction& wait_kernel_;
  PinnedMemory memory_{sizeof(Flags)};
};

}  // namespace warpledger
