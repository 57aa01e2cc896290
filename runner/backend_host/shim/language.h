#pragma once

// CUDA's words for functions, variables and threads.
#include "backend_host/shim/abi.h"

#define __CUDACC__ 1
#define __CUDACC_RTC__ 1  // as from NVRTC: no code of the host
#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))

// A block runs on one OS thread at a time, so what a block shares is local to that thread. At block scope thread_local
// implies static. `used`: the runner writes to it before each block, which the compiler cannot see.
#define __shared__ __attribute__((used)) thread_local

// `used` and `retain`: the runner fills the variable by name, which no compiler or linker can see. All else is hidden:
// by its visibility the runner tells a constant from a `__device__` variable.
#define __constant__ __attribute__((used, retain, visibility("protected")))

namespace warpledger::shim {

#ifdef WARPLEDGER_TRACED
extern const Runtime* runtime;
#else
inline thread_local Registers registers;
inline const Runtime* runtime;
#endif

}  // namespace warpledger::shim

// Read-only, as in CUDA.
#ifdef WARPLEDGER_TRACED
// Constant functions that give copies: reading an index is neither logged nor repeated.
extern "C" __attribute__((const)) warpledger::shim::Index warpledger_thread_index(), warpledger_block_index(),
    warpledger_block_size(), warpledger_grid_size();
#define threadIdx (warpledger_thread_index())
#define blockIdx (warpledger_block_index())
#define blockDim (warpledger_block_size())
#define gridDim (warpledger_grid_size())
#else
#define threadIdx (static_cast<const uint3&>(warpledger::shim::registers.thread))
#define blockIdx (static_cast<const uint3&>(warpledger::shim::registers.block))
#define blockDim (static_cast<const uint3&>(warpledger::shim::registers.block_size))
#define gridDim (static_cast<const uint3&>(warpledger::shim::registers.grid_size))
#endif

constexpr int warpSize = 32;

typedef __SIZE_TYPE__ size_t;

extern "C" int vdprintf(int file, const char* format, __builtin_va_list arguments);

/// To standard error: standard output belongs to the runner.
__attribute__((format(printf, 1, 2))) inline int printf(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int written = vdprintf(2, format, arguments);
  __builtin_va_end(arguments);
  return written;
}

#define WARPLEDGER_TEXT_OF(x) #x
#define WARPLEDGER_LINE_TEXT(x) WARPLEDGER_TEXT_OF(x)
#define assert(condition)                         \
  ((condition) ? void()                           \
               : warpledger::shim::runtime->fail( \
                     __FILE__ ":" WARPLEDGER_LINE_TEXT(__LINE__) ": assertion failed: " #condition))

[[noreturn]] inline void __trap() {
  warpledger::shim::runtime->fail("__trap() was called");
  __builtin_unreachable();
}

inline long long clock64() { return warpledger::shim::runtime->clock(); }
inline long clock() { return static_cast<long>(clock64()); }
