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

/// The backend's own kernels, compiled at run time like all others; each runs as a single thread.
Program timing_program();

// Their names, as functions of timing_program():
/// void(const volatile unsigned* open, unsigned* expired, unsigned long long limit_ns): keeps the stream waiting until
/// *open is not 0; gives up after the limit and sets *expired.
inline const std::string kWaitKernel = "warpledger_wait";
/// void(ClockStamp* at): writes both clocks and the SM it ran on.
inline const std::string kStampKernel = "warpledger_stamp";
/// void(unsigned long long* step_ns): the smallest step of the global timer among some.
inline const std::string kTimerStepKernel = "warpledger_timer_step";
/// void(): nothing.
inline const std::string kEmptyKernel = "warpledger_empty";
inline const std::array<std::string, 4> kTimingKernels = {kWaitKernel, kStampKernel, kTimerStepKernel, kEmptyKernel};

/// What kStampKernel writes.
struct ClockStamp {
  unsigned long long sm_cycles;  ///< of the SM's own clock
  unsigned long long timer_ns;   ///< of the GPU's global timer
  unsigned long long sm;
};

/// Times work by events around launches that wait, queued, behind a gate: the host's launch latency stays out of the
/// samples.
///
/// Each sample has a gate of its own. On an H200 a launch takes 0.5 to 0.9 µs longer between its events as long as more
/// than about two samples are queued behind it, so that samples of one queue are not alike, and `compare` can tell
/// fewer points of identical code. And it has a stream of its own where that costs nothing: see WorkStream
/// (benchmarks/repeat.md).
class EventTimer {
 public:
  /// `kernels` is timing_program(), loaded. All must outlive the timer.
  EventTimer(WorkStream& stream, L2Flush& flush, const BufferKernels& buffers, const CudaModule& kernels);

  /// Backend::time. On the stream, kStampKernel runs right before and after the launches of one execution more than
  /// `samples`: the first of them comes before the samples.
  std::vector<Sample> time(const Work& work, Cache cache, int samples);

  /// Backend::time_by(OtherClock::batch, ...).
  ClockReading time_in_batch(const Work& work, Cache cache);

  /// Backend::empty_launch_ns; measured when it is first asked.
  double empty_launch_ns();

 private:
  double measure_timer_step_ns();
  void enqueue_stamp(std::size_t index);
  /// Where there are any, in an L2 that is emptied first.
  void enqueue_warmups(const Work& work, const TimedUnit& unit, int warmups);
  /// What precedes a sample. Of execution 0, which is not timed, the buffers keep what they hold.
  void enqueue_before(const Work& work, std::uint64_t execution);
  template <class Enqueue>
  void enqueue_between_marks(const Enqueue& enqueue);
  /// What `enqueue` queues, run behind a gate and between the marks.
  template <class Enqueue>
  Sample take(const std::string& who, const Enqueue& enqueue);
  /// What the marks of the last execution hold.
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
