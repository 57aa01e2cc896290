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

/// "f, g": the functions of `launches`, in their order.
std::string function_names(std::span<const BoundLaunch> launches);

/// How a point ends whose launch the runtime refused: invalid_point for what the device cannot do with its attributes
/// (the errors of a kernel that ran are others), else launch_failed.
PointFailure refused_launch(const std::string& who, cudaError_t result);

/// The stream of a backend, and the parts of a Work queued into it.
///
/// It is one of several CUDA streams, which take turns. How long a launch takes between two events depends on the
/// stream, by a constant that is drawn when the stream is created: on an H200 an empty launch takes 2.66 to 3.07 µs,
/// and new events, pinned memory, modules or buffers do not change it (benchmarks/repeat.md). With one stream a
/// process, times of 10 µs differ from process to process by 1 %, and all ratios to one reference together.
class WorkStream {
 public:
  explicit WorkStream(const LaunchLimits& limits);

  /// How many take turns: a prime, so that each meets each of the places where buffers lie.
  static constexpr std::size_t kStreams = 31;

  cudaStream_t get() const { return streams_[turn_].get(); }

  /// The next stream's turn, which is created when it is first used. Only after wait(), with nothing queued since.
  void take_turn();

  void enqueue_constants(std::span<const BoundConstant> constants) const;
  void enqueue_restores(std::span<const Restore> restores) const;

  /// Throws PointFailure{invalid_point} for a launch that breaks a limit, PointFailure{launch_failed} when the device
  /// refuses it or an earlier one failed meanwhile.
  void enqueue(std::span<const BoundLaunch> launches) const;

  /// Queues one of the backend's own kernels, as a single thread; `arguments` points to each argument.
  void enqueue_single_thread(const CudaFunction& function, std::span<void*> arguments) const;

  /// Returns when all that was queued is done. Throws PointFailure{launch_failed} when it ended with a device error;
  /// `who` was queued last, in the reason's words.
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
