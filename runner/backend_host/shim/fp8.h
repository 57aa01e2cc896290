#pragma once

// The 8-bit floating-point numbers of <cuda_fp8.h>: to store and to convert.
#include "backend_host/shim/half.h"

typedef unsigned char __nv_fp8_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace warpledger::shim {

/// What tells the two apart. The last code is that of NaN.
struct Float8 {
  int fraction_bits, least_exponent;
  unsigned largest, beyond;  ///< codes of the largest number and of what stands for a larger one
};
constexpr Float8 kE4m3 = {3, -6, 0x7e, 0x7f}, kE5m2 = {2, -14, 0x7b, 0x7c};

constexpr const Float8& float8(__nv_fp8_interpretation_t kind) { return kind == __NV_E4M3 ? kE4m3 : kE5m2; }

/// To the nearest, ties to even.
inline unsigned char fp8_bits(float x, const Float8& to, __nv_saturation_t saturation) {
  const unsigned bits = __float_as_uint(x), sign = bits >> 24 & 0x80u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7f;
  const int own_exponent = static_cast<int>(magnitude >> 23) - 127;
  const int exponent = own_exponent < to.least_exponent ? to.least_exponent : own_exponent;
  unsigned code = to.beyond;
  if (exponent < 16) {
    const float in_quanta = __uint_as_float(magnitude) * exp2f(static_cast<float>(to.fraction_bits - exponent));
    code = (static_cast<unsigned>(exponent - to.least_exponent) << to.fraction_bits) +
           static_cast<unsigned>(rintf(in_quanta));
  }
  if (code > to.largest) code = saturation == __NV_SATFINITE ? to.largest : to.beyond;
  return static_cast<unsigned char>(sign | code);
}

inline float float_of_fp8(unsigned char bits, const Float8& from) {
  const unsigned code = bits & 0x7fu;
  // Of the kind whose codes beyond the largest number begin with that of NaN, there is no infinity.
  float magnitude = __uint_as_float(code == from.beyond && code != 0x7fu ? 0x7f800000u : 0x7fffffffu);
  if (code <= from.largest) {
    const unsigned exponent = code >> from.fraction_bits, one = 1u << from.fraction_bits;
    const unsigned fraction = (code & (one - 1)) | (exponent > 0 ? one : 0);
    const int scale = from.least_exponent - from.fraction_bits + static_cast<int>(exponent > 0 ? exponent - 1 : 0);
    magnitude = static_cast<float>(fraction) * exp2f(static_cast<float>(scale));
  }
  return (bits & 0x80u) != 0 ? -magnitude : magnitude;
}

}  // namespace warpledger::shim

inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return warpledger::shim::fp8_bits(x, warpledger::shim::float8(kind), saturation);
}

#define WARPLEDGER_FLOAT8(type, format)                                                                       \
  struct type {                                                                                               \
    __nv_fp8_storage_t __x;                                                                                   \
    type() = default;                                                                                         \
    explicit type(float x) : __x(warpledger::shim::fp8_bits(x, warpledger::shim::format, __NV_SATFINITE)) {}  \
    explicit type(double x) : type(static_cast<float>(x)) {}                                                  \
    explicit type(__half x) : type(static_cast<float>(x)) {}                                                  \
    explicit type(__nv_bfloat16 x) : type(static_cast<float>(x)) {}                                           \
    explicit operator float() const { return warpledger::shim::float_of_fp8(__x, warpledger::shim::format); } \
    explicit operator __half() const { return static_cast<float>(*this); }                                    \
    explicit operator __nv_bfloat16() const { return static_cast<float>(*this); }                             \
  };
WARPLEDGER_FLOAT8(__nv_fp8_e4m3, kE4m3)
WARPLEDGER_FLOAT8(__nv_fp8_e5m2, kE5m2)
#undef WARPLEDGER_FLOAT8
