#pragma once

#include <cuda_runtime_api.h>

#include <span>
#include <string>

#include "backend_cuda/cuda_device.h"
#include "backend_cuda/cuda_module.h"
#include "exec/backend.h"

namespace warpledger {

/// "f, g": the functions of `launches`, in their order.
std::string function_names(std::span<const BoundLaunch> launches);

/// The one stream of a backend, and the parts of a Work queued into it.
class WorkStream {
 public:
  explicit WorkStream(const LaunchLimits& limits);
  ~WorkStream();
  WorkStream(const WorkStream&) = delete;
  WorkStream& operator=(const WorkStream&) = delete;

  cudaStream_t get() const { return stream_; }

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
  void enqueue(const BoundLaunch& launch) const;

  cudaStream_t stream_ = nullptr;
  LaunchLimits limits_;
};

}  // namespace warpledger
