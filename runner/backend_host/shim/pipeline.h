#pragma once

// Copies from global to shared memory that a GPU makes while the thread continues. Here they are done at once, which
// the GPU may do too.
#include "backend_host/shim/language.h"
#include "backend_host/shim/trace.h"

inline void __pipeline_memcpy_async(void* to_shared, const void* from_global, decltype(sizeof 0) bytes,
                                    decltype(sizeof 0) zero_filled = 0) {
#ifdef WARPLEDGER_TRACED
  warpledger_async_copy(to_shared, from_global, bytes, zero_filled);
#else
  __builtin_memcpy(to_shared, from_global, bytes - zero_filled);
  __builtin_memset(static_cast<char*>(to_shared) + (bytes - zero_filled), 0, zero_filled);
#endif
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(decltype(sizeof 0)) {}
