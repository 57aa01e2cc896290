#include "backend_cuda/timing_kernels.h"

namespace warpledger {

Program timing_program() {
  return {{"timing_kernels.cu", R"cuda(
__device__ unsigned long long timer_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

extern "C" __global__ void warpledger_wait(const volatile unsigned* open, unsigned* expired,
                                           unsigned long long limit_ns) {
  const unsigned long long begin = timer_ns();
  while (*open == 0) {
    if (timer_ns() - begin < limit_ns) continue;
    *expired = 1;
    return;
  }
}

struct ClockStamp {
  unsigned long long sm_cycles, timer_ns, sm;
};

extern "C" __global__ void warpledger_stamp(ClockStamp* at) {
  unsigned sm;
  asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
  at->sm = sm;
  at->sm_cycles = clock64();
  at->timer_ns = timer_ns();
}

extern "C" __global__ void warpledger_timer_step(unsigned long long* step_ns) {
  unsigned long long smallest = ~0ull;
  unsigned long long last = timer_ns();
  for (int steps = 0; steps < 8;) {
    const unsigned long long now = timer_ns();
    if (now == last) continue;
    if (now - last < smallest) smallest = now - last;
    last = now;
    ++steps;
  }
  *step_ns = smallest;
}
)cuda"},
          {}};
}

}  // namespace warpledger
