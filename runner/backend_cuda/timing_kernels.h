#pragma once

#include <array>
#include <string>

#include "model/job.h"

namespace warpledger {

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
inline const std::array<std::string, 3> kTimingKernels = {kWaitKernel, kStampKernel, kTimerStepKernel};

/// What kStampKernel writes.
struct ClockStamp {
  unsigned long long sm_cycles;  ///< of the SM's own clock
  unsigned long long timer_ns;   ///< of the GPU's global timer
  unsigned long long sm;
};

}  // namespace warpledger
