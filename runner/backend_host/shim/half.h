#pragma once

// The 16-bit floating-point numbers of <cuda_fp16.h> and <cuda_bf16.h>, and pairs of them. Arithmetic is done in single
// precision and rounded, which gives the same results for one operation.
#include "backend_host/shim/mathematics.h"
#include "backend_host/shim/vector_types.h"

namespace warpledger::shim {

/// To the nearest, ties to even.
inline unsigned short half_bits(float x) {
  const unsigned bits = __float_as_uint(x), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  unsigned half = 0;
  if (magnitude > 0x7f800000u)
    half = 0x7fffu;
  else if (magnitude >= 0x477ff000u)  // 65520, half way to what would come after the largest
    half = 0x7c00u;
  else if (magnitude < 0x38800000u)  // no normal number: a multiple of 2^-24, as are the floats from 0.5 on
    half = __float_as_uint(__uint_as_float(magnitude) + 0.5f) - 0x3f000000u;
  else
    half = (magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13;
  return static_cast<unsigned short>(sign | half);
}

inline float float_of_half(unsigned short bits) {
  const unsigned sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
  if (magnitude < 0x400u) return __uint_as_float(sign | __float_as_uint(static_cast<float>(magnitude) * 0x1p-24f));
  return __uint_as_float(sign | ((magnitude << 13) + (magnitude < 0x7c00u ? 0x38000000u : 0x70000000u)));
}

/// The upper half of a float, to the nearest, ties to even.
inline unsigned short bfloat16_bits(float x) {
  const unsigned bits = __float_as_uint(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

inline float float_of_bfloat16(unsigned short bits) { return __uint_as_float(static_cast<unsigned>(bits) << 16); }

}  // namespace warpledger::shim

#define WARPLEDGER_FLOAT16(type, to_bits, to_float)                      \
  class type {                                                           \
   public:                                                               \
    type() = default;                                                    \
    type(float x) : bits_(warpledger::shim::to_bits(x)) {}               \
    operator float() const { return warpledger::shim::to_float(bits_); } \
    using WarpledgerFloat16 = type;                                      \
                                                                         \
   private:                                                              \
    unsigned short bits_;                                                \
  };                                                                     \
  struct __attribute__((aligned(4))) type##2 {                           \
    type x, y;                                                           \
    using WarpledgerPair = type;                                         \
  };                                                                     \
  inline type operator-(type a) { return -static_cast<float>(a); }       \
  inline type##2 operator-(type##2 a) { return {-a.x, -a.y}; }           \
  WARPLEDGER_FLOAT16_OPERATOR(type, +)                                   \
  WARPLEDGER_FLOAT16_OPERATOR(type, -)                                   \
  WARPLEDGER_FLOAT16_OPERATOR(type, *)                                   \
  WARPLEDGER_FLOAT16_OPERATOR(type, /)                                   \
  inline float __low2float(type##2 a) { return a.x; }                    \
  inline float __high2float(type##2 a) { return a.y; }

#define WARPLEDGER_FLOAT16_OPERATOR(type, op)                                                        \
  inline type operator op(type a, type b) { return static_cast<float>(a) op static_cast<float>(b); } \
  inline type& operator op##=(type& a, type b) { return a = a op b; }                                \
  inline type##2 operator op(type##2 a, type##2 b) { return {a.x op b.x, a.y op b.y}; }              \
  inline type##2 & operator op##=(type##2 & a, type##2 b) { return a = a op b; }

WARPLEDGER_FLOAT16(__half, half_bits, float_of_half)
WARPLEDGER_FLOAT16(__nv_bfloat16, bfloat16_bits, float_of_bfloat16)
#undef WARPLEDGER_FLOAT16
#undef WARPLEDGER_FLOAT16_OPERATOR

using half = __half;
using half2 = __half2;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

template <class T>
concept WarpledgerFloat16 = requires {
  typename T::WarpledgerFloat16;
};
template <class T>
concept WarpledgerPair = requires {
  typename T::WarpledgerPair;
};

inline __half __float2half_rn(float x) { return x; }
inline __half __float2half(float x) { return x; }
inline __half __double2half(double x) { return static_cast<float>(x); }
inline float __half2float(__half x) { return x; }
inline __half2 __float2half2_rn(float x) { return {x, x}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 __float22half2_rn(float2 x) { return {x.x, x.y}; }
inline float2 __half22float2(__half2 x) { return {x.x, x.y}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half __low2half(__half2 x) { return x.x; }
inline __half __high2half(__half2 x) { return x.y; }
inline unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x); }
inline short __half_as_short(__half x) { return __builtin_bit_cast(short, x); }
inline __half __ushort_as_half(unsigned short x) { return __builtin_bit_cast(__half, x); }
inline __half __short_as_half(short x) { return __builtin_bit_cast(__half, x); }

inline __nv_bfloat16 __float2bfloat16_rn(float x) { return x; }
inline __nv_bfloat16 __float2bfloat16(float x) { return x; }
inline __nv_bfloat16 __double2bfloat16(double x) { return static_cast<float>(x); }
inline float __bfloat162float(__nv_bfloat16 x) { return x; }
inline __nv_bfloat162 __float2bfloat162_rn(float x) { return {x, x}; }
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
inline __nv_bfloat162 __float22bfloat162_rn(float2 x) { return {x.x, x.y}; }
inline float2 __bfloat1622float2(__nv_bfloat162 x) { return {x.x, x.y}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 x) { return x.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 x) { return x.y; }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return __builtin_bit_cast(unsigned short, x); }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __builtin_bit_cast(__nv_bfloat16, x); }

#define WARPLEDGER_HALF1(name, pair_name, expression) \
  template <WarpledgerFloat16 T>                      \
  T name(T value) {                                   \
    const float x = value;                            \
    return T(expression);                             \
  }                                                   \
  template <WarpledgerPair T>                         \
  T pair_name(T value) {                              \
    return {name(value.x), name(value.y)};            \
  }
#define WARPLEDGER_HALF2(name, pair_name, expression)          \
  template <WarpledgerFloat16 T>                               \
  T name(T first, T second) {                                  \
    const float x = first, y = second;                         \
    return T(expression);                                      \
  }                                                            \
  template <WarpledgerPair T>                                  \
  T pair_name(T first, T second) {                             \
    return {name(first.x, second.x), name(first.y, second.y)}; \
  }
#define WARPLEDGER_COMPARE(name, op)                                \
  template <WarpledgerFloat16 T>                                    \
  bool name(T first, T second) {                                    \
    return static_cast<float>(first) op static_cast<float>(second); \
  }
WARPLEDGER_HALF1(__hneg, __hneg2, -x)
WARPLEDGER_HALF1(__habs, __habs2, fabsf(x))
WARPLEDGER_HALF1(hexp, h2exp, expf(x))
WARPLEDGER_HALF1(hexp2, h2exp2, exp2f(x))
WARPLEDGER_HALF1(hlog, h2log, logf(x))
WARPLEDGER_HALF1(hlog2, h2log2, log2f(x))
WARPLEDGER_HALF1(hsqrt, h2sqrt, sqrtf(x))
WARPLEDGER_HALF1(hrsqrt, h2rsqrt, rsqrtf(x))
WARPLEDGER_HALF1(hrcp, h2rcp, 1.0f / x)
WARPLEDGER_HALF1(hsin, h2sin, sinf(x))
WARPLEDGER_HALF1(hcos, h2cos, cosf(x))
WARPLEDGER_HALF1(hfloor, h2floor, floorf(x))
WARPLEDGER_HALF1(hceil, h2ceil, ceilf(x))
WARPLEDGER_HALF2(__hadd, __hadd2, x + y)
WARPLEDGER_HALF2(__hsub, __hsub2, x - y)
WARPLEDGER_HALF2(__hmul, __hmul2, x* y)
WARPLEDGER_HALF2(__hdiv, __h2div, x / y)
WARPLEDGER_HALF2(__hmax, __hmax2, fmaxf(x, y))
WARPLEDGER_HALF2(__hmin, __hmin2, fminf(x, y))
WARPLEDGER_COMPARE(__heq, ==)
WARPLEDGER_COMPARE(__hne, !=)
WARPLEDGER_COMPARE(__hlt, <)
WARPLEDGER_COMPARE(__hle, <=)
WARPLEDGER_COMPARE(__hgt, >)
WARPLEDGER_COMPARE(__hge, >=)
#undef WARPLEDGER_HALF1
#undef WARPLEDGER_HALF2
#undef WARPLEDGER_COMPARE

template <WarpledgerFloat16 T>
T __hfma(T x, T y, T z) {
  return T(fmaf(x, y, z));
}
template <WarpledgerPair T>
T __hfma2(T x, T y, T z) {
  return {__hfma(x.x, y.x, z.x), __hfma(x.y, y.y, z.y)};
}
template <WarpledgerFloat16 T>
bool __hisnan(T x) {
  return isnan(static_cast<float>(x));
}
