#pragma once

// Kernels compiled with WARPLEDGER_TRACED tell the runner of each access to memory. The compiler adds the calls for
// loads and stores; what it would not tell of is here.
#ifndef WARPLEDGER_TRACED

namespace warpledger::shim {

template <class T>
void log_atomic(const T*) {}

}  // namespace warpledger::shim

#else

#include "backend_host/shim/abi.h"

extern "C" void warpledger_log_atomic(const void* address, unsigned bytes);
extern "C" void warpledger_async_copy(void* to, const void* from, decltype(sizeof 0) bytes,
                                      decltype(sizeof 0) zero_filled);

namespace warpledger::shim {

template <class T>
void log_atomic(const T* address) {
  warpledger_log_atomic(address, sizeof *address);
}

template <unsigned bytes>
struct Piece {
  typedef unsigned type __attribute__((vector_size(bytes), may_alias));
};
template <>
struct Piece<4> {
  typedef unsigned type __attribute__((may_alias));
};
template <>
struct Piece<1> {
  typedef unsigned char type;
};
template <>
struct Piece<2> {
  typedef unsigned short type __attribute__((may_alias));
};

template <unsigned width>
inline __attribute__((always_inline)) void copy(char* to, const char* from, decltype(sizeof 0) bytes) {
  using T = typename Piece<width>::type;
  decltype(bytes) i = 0;
  for (; i + width <= bytes; i += width) *reinterpret_cast<T*>(to + i) = *reinterpret_cast<const T*>(from + i);
  if constexpr (width > 1) copy<width / 2>(to + i, from + i, bytes - i);
}

template <unsigned width>
inline __attribute__((always_inline)) void fill(char* to, unsigned char value, decltype(sizeof 0) bytes) {
  using T = typename Piece<width>::type;
  decltype(bytes) i = 0;
  for (; i + width <= bytes; i += width) *reinterpret_cast<T*>(to + i) = T{} + value * 0x01010101u;
  if constexpr (width > 1) fill<width / 2>(to + i, value, bytes - i);
}

template <unsigned width>
inline __attribute__((always_inline)) void move(char* to, const char* from, decltype(sizeof 0) bytes) {
  if (to <= from || to >= from + bytes)
    copy<width>(to, from, bytes);
  else
    for (decltype(bytes) i = bytes; i-- > 0;) to[i] = from[i];
}

}  // namespace warpledger::shim

// The compiler's block copies and fills, which it would not tell of, are renamed to these (traced_ir.h). Each moves
// pieces as wide as the pointers' known alignment allows, as a GPU's compiler does. `used`: no call is in the source.
#define WARPLEDGER_BLOCK_FUNCTIONS(width)                                                         \
  extern "C" inline __attribute__((always_inline, used)) void warpledger_memcpy_##width(          \
      void* to, const void* from, decltype(sizeof 0) bytes, bool) {                               \
    warpledger::shim::copy<width>(static_cast<char*>(to), static_cast<const char*>(from), bytes); \
  }                                                                                               \
  extern "C" inline __attribute__((always_inline, used)) void warpledger_memmove_##width(         \
      void* to, const void* from, decltype(sizeof 0) bytes, bool) {                               \
    warpledger::shim::move<width>(static_cast<char*>(to), static_cast<const char*>(from), bytes); \
  }                                                                                               \
  extern "C" inline __attribute__((always_inline, used)) void warpledger_memset_##width(          \
      void* to, unsigned char value, decltype(sizeof 0) bytes, bool) {                            \
    warpledger::shim::fill<width>(static_cast<char*>(to), value, bytes);                          \
  }
WARPLEDGER_BLOCK_FUNCTIONS(1)
WARPLEDGER_BLOCK_FUNCTIONS(2)
WARPLEDGER_BLOCK_FUNCTIONS(4)
WARPLEDGER_BLOCK_FUNCTIONS(8)
WARPLEDGER_BLOCK_FUNCTIONS(16)
#undef WARPLEDGER_BLOCK_FUNCTIONS

#endif
