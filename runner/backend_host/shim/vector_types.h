#pragma once

// CUDA's built-in vectors, with CUDA's alignment.
#include "backend_host/shim/abi.h"

using uint3 = warpledger::shim::Index;

struct dim3 : uint3 {
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : uint3{x_, y_, z_} {}
  constexpr dim3(uint3 v) : uint3{v} {}
};

#define WARPLEDGER_VECTORS(type, name, pair_bytes, quad_bytes)        \
  struct name##1 {                                                    \
    type x;                                                           \
  };                                                                  \
  struct __attribute__((aligned(pair_bytes))) name##2 {               \
    type x, y;                                                        \
  };                                                                  \
  struct __attribute__((aligned(quad_bytes))) name##4 {               \
    type x, y, z, w;                                                  \
  };                                                                  \
  constexpr name##1 make_##name##1(type x) { return {x}; }            \
  constexpr name##2 make_##name##2(type x, type y) { return {x, y}; } \
  constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

#define WARPLEDGER_TRIPLE(type, name) \
  struct name##3 {                    \
    type x, y, z;                     \
  };                                  \
  constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }

WARPLEDGER_VECTORS(signed char, char, 2, 4)
WARPLEDGER_VECTORS(unsigned char, uchar, 2, 4)
WARPLEDGER_VECTORS(short, short, 4, 8)
WARPLEDGER_VECTORS(unsigned short, ushort, 4, 8)
WARPLEDGER_VECTORS(int, int, 8, 16)
WARPLEDGER_VECTORS(unsigned int, uint, 8, 16)
WARPLEDGER_VECTORS(float, float, 8, 16)
WARPLEDGER_VECTORS(long long, longlong, 16, 16)
WARPLEDGER_VECTORS(unsigned long long, ulonglong, 16, 16)
WARPLEDGER_VECTORS(double, double, 16, 16)
WARPLEDGER_TRIPLE(int, int)
WARPLEDGER_TRIPLE(float, float)
WARPLEDGER_TRIPLE(double, double)
constexpr uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

#undef WARPLEDGER_VECTORS
#undef WARPLEDGER_TRIPLE
