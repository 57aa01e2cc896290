#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/gate.h"
#include "backend_cuda/l2_flush.h"
#include "backend_cuda/timing_kernels.h"
#include "backend_cuda/work_stream.h"
#include "exec/backend.h"

namespace warpledger {

/// Times work by events around launches that wait, queued, behind a gate: the host's launch latency stays out of the
/// samples.
class EventTimer {
 public:
  /// `kernels` is timing_program(), loaded. All three must outlive the timer.
  EventTimer(const WorkStream& stream, L2Flush& flush, const CudaModule& kernels);

  /// Backend::time.
  std::vector<Sample> time(const Work& work, Cache cache, int samples);

 private:
  static constexpr std::size_t kMostSamplesQueued = 16;

  /// What precedes a sample, outside its clock.
  enum class Before { nothing, flush, flush_and_warm_up };

  struct Marks {
    CudaEvent begin;
    CudaEvent end;
  };

  double measure_timer_step_ns();
  void enqueue_stamp(std::size_t slot);
  void enqueue_before(const Work& work, Before before);
  void enqueue_sample(const Work& work, std::size_t slot);
  bool take(const Work& work, Before before, std::size_t count);
  Sample sample(std::size_t slot) const;
  ClockStamp* stamps() const { return reinterpret_cast<ClockStamp*>(stamp_memory_.address()); }

  const WorkStream& stream_;
  L2Flush& flush_;
  const CudaFunction& stamp_kernel_;
  const CudaFunction& step_kernel_;
  Gate gate_;
  std::array<Marks, kMostSamplesQueued> marks_;
  PinnedMemory stamp_memory_{2 * kMostSamplesQueued * sizeof(ClockStamp)};
  double timer_step_ns_;
};

}  // namespace warpledger
