#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backend_cuda/buffer_kernels.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/timed_unit.h"
#include "backend_cuda/work_stream.h"
#include "exec/backend.h"
#include "model/job.h"

namespace warpledger {

/// Blocks a stream while work is queued, so that the device then runs it without waiting for the host. Opens after a
/// time limit: the device never hangs.
class Gate {
 public:
  /// `wait_kernel` is kWaitKernel. Both must outlive this.
  Gate(const WorkStream& stream, const CudaFunction& wait_kernel) : stream_(stream), wait_kernel_(wait_kernel) {}

  /// Nothing queued before may still be running.
  void close(std::chrono::nanoseconds limit);
  void open();

  /// True if the limit passed before open(). Requires a finished stream.
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

/// Timing kernels, compiled at run time; each runs as a single thread.
Program timing_program();

/// void(const volatile unsigned* open, unsigned* expired, unsigned long long limit_ns): waits until *open is not 0;
/// after the limit, sets *expired and returns.
inline const std::string kWaitKernel = "warpledger_wait";
/// void(ClockStamp* at): writes both clocks and the SM.
inline const std::string kStampKernel = "warpledger_stamp";
/// void(unsigned long long* step_ns): writes the global timer's smallest step.
inline const std::string kTimerStepKernel = "warpledger_timer_step";
inline const std::string kEmptyKernel = "warpledger_empty";
inline const std::array<std::string, 4> kTimingKernels = {kWaitKernel, kStampKernel, kTimerStepKernel, kEmptyKernel};

/// Output of kStampKernel.
struct ClockStamp {
  unsigned long long sm_cycles;
  unsigned long long timer_ns;  ///< global timer
  unsigned long long sm;
};

/// Times work by events around launches that are queued while a gate is closed, so samples exclude the host's launch
/// latency.
///
/// Each sample has its own gate: on an H200 a launch takes 0.5 to 0.9 µs longer while more than about two samples are
/// queued after it. Samples also take turns on streams if that is free; see WorkStream (benchmarks/repeat.md).
class EventTimer {
 public:
  /// `kernels` is the loaded timing_program(). All must outlive this.
  EventTimer(WorkStream& stream, L2Flush& flush, const BufferKernels& buffers, const CudaModule& kernels);

  /// Implements Backend::time. kStampKernel runs right before and after `samples` + 1 executions; the first is not a
  /// sample.
  std::vector<Sample> time(const Work& work, Cache cache, int samples);

  ClockReading time_in_batch(const Work& work, Cache cache);

  /// Measured on the first call.
  double empty_launch_ns();

 private:
  double measure_timer_step_ns();
  void enqueue_stamp(std::size_t index);
  /// Flushes the L2 first, if there are any.
  void enqueue_warmups(const Work& work, const TimedUnit& unit, int warmups);
  /// Queues renewals and restores. Execution 0 is not timed and renews nothing.
  void enqueue_before(const Work& work, std::uint64_t execution);
  template <class Enqueue>
  void enqueue_between_marks(const Enqueue& enqueue);
  /// Runs what `enqueue` queues, between the marks and held by the gate.
  template <class Enqueue>
  Sample take(const std::string& who, const Enqueue& enqueue);
  /// Returns the sample of the last execution.
  Sample sample() const;
  ClockStamp* stamps() const { return reinterpret_cast<ClockStamp*>(stamp_memory_.address()); }

  WorkStream& stream_;
  L2Flush& flush_;
  const BufferKernels& buffers_;
  const CudaFunction& stamp_kernel_;
  const CudaFunction& step_kernel_;
  const CudaFunction& empty_kernel_;
  Gate gate_;
  CudaEvent begin_, end_;
  PinnedMemory stamp_memory_{2 * sizeof(ClockStamp)};  ///< before and after
  double timer_step_ns_;
  std::optional<double> empty_launch_ns_;
};

}  // namespace warpledger
