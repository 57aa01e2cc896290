#pragma once

// Atomic functions; each gives the old value. Relaxed, as in CUDA. The _block and _system forms are no weaker here.
#include "backend_host/shim/trace.h"

namespace warpledger::shim {

/// Replaces *address by change(old) in one step.
template <class T, class Change>
T update(T* address, Change change) {
  log_atomic(address);
#ifdef WARPLEDGER_TRACED
  T old = {};  // a guess: a load would be logged too
#else
  T old;
  __atomic_load(address, &old, __ATOMIC_RELAXED);
#endif
  for (;;) {
    T wanted = change(old);
    if (__atomic_compare_exchange(address, &old, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return old;
  }
}

}  // namespace warpledger::shim

#define WARPLEDGER_ATOMIC_INTEGERS(type)                                                          \
  inline type atomicAdd(type* a, type v) {                                                        \
    warpledger::shim::log_atomic(a);                                                              \
    return __atomic_fetch_add(a, v, __ATOMIC_RELAXED);                                            \
  }                                                                                               \
  inline type atomicAnd(type* a, type v) {                                                        \
    warpledger::shim::log_atomic(a);                                                              \
    return __atomic_fetch_and(a, v, __ATOMIC_RELAXED);                                            \
  }                                                                                               \
  inline type atomicOr(type* a, type v) {                                                         \
    warpledger::shim::log_atomic(a);                                                              \
    return __atomic_fetch_or(a, v, __ATOMIC_RELAXED);                                             \
  }                                                                                               \
  inline type atomicXor(type* a, type v) {                                                        \
    warpledger::shim::log_atomic(a);                                                              \
    return __atomic_fetch_xor(a, v, __ATOMIC_RELAXED);                                            \
  }                                                                                               \
  inline type atomicExch(type* a, type v) {                                                       \
    warpledger::shim::log_atomic(a);                                                              \
    return __atomic_exchange_n(a, v, __ATOMIC_RELAXED);                                           \
  }                                                                                               \
  inline type atomicMin(type* a, type v) {                                                        \
    return warpledger::shim::update(a, [v](type old) { return v < old ? v : old; });              \
  }                                                                                               \
  inline type atomicMax(type* a, type v) {                                                        \
    return warpledger::shim::update(a, [v](type old) { return v > old ? v : old; });              \
  }                                                                                               \
  inline type atomicCAS(type* a, type expected, type wanted) {                                    \
    warpledger::shim::log_atomic(a);                                                              \
    __atomic_compare_exchange_n(a, &expected, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                              \
  }
WARPLEDGER_ATOMIC_INTEGERS(int)
WARPLEDGER_ATOMIC_INTEGERS(unsigned int)
WARPLEDGER_ATOMIC_INTEGERS(unsigned long long)
#undef WARPLEDGER_ATOMIC_INTEGERS

inline int atomicSub(int* a, int v) { return atomicAdd(a, static_cast<int>(0 - static_cast<unsigned>(v))); }
inline unsigned atomicSub(unsigned* a, unsigned v) { return atomicAdd(a, 0 - v); }

inline float atomicAdd(float* a, float v) {
  return warpledger::shim::update(a, [v](float old) { return old + v; });
}
inline double atomicAdd(double* a, double v) {
  return warpledger::shim::update(a, [v](double old) { return old + v; });
}
inline float atomicExch(float* a, float v) {
  return warpledger::shim::update(a, [v](float) { return v; });
}

/// Counts up to `last`, then starts again from 0.
inline unsigned atomicInc(unsigned* a, unsigned last) {
  return warpledger::shim::update(a, [last](unsigned old) { return old >= last ? 0 : old + 1; });
}
/// Counts down to 0, then starts again from `last`.
inline unsigned atomicDec(unsigned* a, unsigned last) {
  return warpledger::shim::update(a, [last](unsigned old) { return old == 0 || old > last ? last : old - 1; });
}
