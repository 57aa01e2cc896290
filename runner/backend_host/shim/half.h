#pragma once

// The 16-bit floating-point number of <cuda_fp16.h>: to store and to convert. The host does no arithmetic with it.
#include "backend_host/shim/mathematics.h"

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

}  // namespace warpledger::shim

class __half {
 public:
  __half() = default;
  __half(float x) : bits_(warpledger::shim::half_bits(x)) {}
  explicit operator float() const { return warpledger::shim::float_of_half(bits_); }

 private:
  unsigned short bits_;
};
using half = __half;

inline __half __float2half_rn(float x) { return x; }
inline __half __float2half(float x) { return x; }
inline float __half2float(__half x) { return static_cast<float>(x); }
