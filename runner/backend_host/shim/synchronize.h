#pragma once

// Barriers of a block, operations of a warp, memory fences, programmatic dependent launch.
#include "backend_host/shim/language.h"
#include "backend_host/shim/vector_types.h"

inline void __syncthreads() { warpledger::shim::runtime->barrier(false); }
inline int __syncthreads_count(int predicate) {
  return static_cast<int>(warpledger::shim::runtime->barrier(predicate != 0).nonzero);
}
inline int __syncthreads_and(int predicate) {
  const auto vote = warpledger::shim::runtime->barrier(predicate != 0);
  return vote.nonzero == vote.arrived;
}
inline int __syncthreads_or(int predicate) { return warpledger::shim::runtime->barrier(predicate != 0).nonzero != 0; }

inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Launches run one after the other, as programmatic ones may: what one waits for has ended.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

namespace warpledger::shim {

inline int lane() {
  const uint3 thread = threadIdx;
  const uint3 size = blockDim;
  return static_cast<int>((thread.x + size.x * (thread.y + size.y * thread.z)) % 32);
}

template <class T>
unsigned long long bits_of(T value) {
  static_assert(sizeof(T) <= 8, "warp operations take values of 1 to 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}

/// One warp operation: waits for the lanes in `mask`, then reads what each of them brought.
template <class T>
class WarpOperation {
 public:
  WarpOperation(unsigned mask, T value, unsigned shuffles = 0)
      : exchange_(runtime->arrive(mask, bits_of(value), shuffles)) {}
  ~WarpOperation() { runtime->leave(exchange_); }
  WarpOperation(const WarpOperation&) = delete;
  WarpOperation& operator=(const WarpOperation&) = delete;

  unsigned arrived() const { return exchange_->arrived; }
  T from(int source) const {
    T value;
    __builtin_memcpy(&value, &exchange_->bits[source & 31], sizeof value);
    return value;
  }

 private:
  Exchange* exchange_;
};

/// A GPU shuffles words of 4 bytes.
template <class T>
class Shuffle : public WarpOperation<T> {
 public:
  Shuffle(unsigned mask, T value) : WarpOperation<T>(mask, value, (sizeof(T) + 3) / 4) {}
};

}  // namespace warpledger::shim

// Shuffles: `width` splits the warp into segments; a source outside the segment gives the lane's own value.
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  const int base = warpledger::shim::lane() & ~(width - 1);
  return warpledger::shim::Shuffle<T>(mask, value).from(base + (source & (width - 1)));
}

template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const int lane = warpledger::shim::lane();
  const int source = lane - static_cast<int>(delta);
  return warpledger::shim::Shuffle<T>(mask, value).from(source < (lane & ~(width - 1)) ? lane : source);
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const int lane = warpledger::shim::lane();
  const int source = lane + static_cast<int>(delta);
  return warpledger::shim::Shuffle<T>(mask, value).from(source > (lane | (width - 1)) ? lane : source);
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  const int lane = warpledger::shim::lane();
  const int source = lane ^ lane_mask;
  return warpledger::shim::Shuffle<T>(mask, value).from(source > (lane | (width - 1)) ? lane : source);
}

inline unsigned __ballot_sync(unsigned mask, int predicate) {
  const warpledger::shim::WarpOperation<int> all(mask, predicate);
  unsigned ballot = 0;
  for (int i = 0; i < 32; ++i)
    if ((all.arrived() >> i & 1u) != 0 && all.from(i) != 0) ballot |= 1u << i;
  return ballot;
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
inline void __syncwarp(unsigned mask = 0xffffffffu) { warpledger::shim::WarpOperation<int>(mask, 0); }
/// The number of the call tells the runner which lanes ask at the same place, however the compiler moves the code.
#define __activemask() (warpledger::shim::runtime->active_mask(__COUNTER__))

template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  const warpledger::shim::WarpOperation<T> all(mask, value);
  unsigned same = 0;
  for (int i = 0; i < 32; ++i)
    if ((all.arrived() >> i & 1u) != 0 && all.from(i) == value) same |= 1u << i;
  return same;
}

namespace warpledger::shim {

template <class T, class Combine>
T reduce(unsigned mask, T value, Combine combine) {
  const WarpOperation<T> all(mask, value);
  T total = value;
  for (int i = 0; i < 32; ++i)
    if ((all.arrived() >> i & 1u) != 0 && i != lane()) total = combine(total, all.from(i));
  return total;
}

}  // namespace warpledger::shim

#define WARPLEDGER_REDUCE(name, type, expression)                                            \
  inline type __reduce_##name##_sync(unsigned mask, type value) {                            \
    return warpledger::shim::reduce(mask, value, [](type a, type b) { return expression; }); \
  }
WARPLEDGER_REDUCE(add, unsigned, a + b)
WARPLEDGER_REDUCE(add, int, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
WARPLEDGER_REDUCE(min, unsigned, a < b ? a : b)
WARPLEDGER_REDUCE(min, int, a < b ? a : b)
WARPLEDGER_REDUCE(max, unsigned, a > b ? a : b)
WARPLEDGER_REDUCE(max, int, a > b ? a : b)
WARPLEDGER_REDUCE(and, unsigned, a& b)
WARPLEDGER_REDUCE(or, unsigned, a | b)
WARPLEDGER_REDUCE(xor, unsigned, a ^ b)
#undef WARPLEDGER_REDUCE
