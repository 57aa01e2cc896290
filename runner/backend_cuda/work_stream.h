#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/cuda_device.h"
#include "backend_cuda/cuda_module.h"
#include "exec/backend.h"

namespace warpledger {

/// Returns "f, g".
std::string function_names(std::span<const BoundLaunch> launches);

/// Returns the failure of a rejected launch: invalid_point if the device does not support its attributes, else
/// launch_failed.
PointFailure refused_launch(const std::string& who, cudaError_t result);

/// Streams of a backend, and the parts of a Work queued on them.
///
/// Several CUDA streams take turns, because the time of a launch between two events contains a constant that each
/// stream gets when it is created: on an H200 an empty launch takes 2.66 to 3.07 µs (benchmarks/repeat.md). With one
/// stream per process, times of 10 µs would differ by 1 % between processes.
class WorkStream {
 public:
  explicit WorkStream(const LaunchLimits& limits);

  /// A prime, so that each stream meets each placement of the buffers.
  static constexpr std::size_t kStreams = 31;

  cudaStream_t get() const { return streams_[turn_].get(); }

  /// Creates the next stream on first use. Requires wait() before, with nothing queued since.
  void take_turn();

  void enqueue_constants(std::span<const BoundConstant> constants) const;
  void enqueue_restores(std::span<const Restore> restores) const;

  /// Throws as check_launch(), and PointFailure{launch_failed} if the device rejects a launch or an earlier one failed.
  void enqueue(std::span<const BoundLaunch> launches) const;

  /// `arguments` points to each argument.
  void enqueue_single_thread(const CudaFunction& function, std::span<void*> arguments) const;

  /// Throws PointFailure{launch_failed} on a device error; `who` names the last work queued.
  void wait(const std::string& who) const;

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  using Stream = std::unique_ptr<CUstream_st, Destroy>;

  static Stream create_stream();
  void enqueue(const BoundLaunch& launch) const;

  std::vector<Stream> streams_;
  std::size_t turn_ = 0;
  LaunchLimits limits_;
};

}  // namespace warpledger
