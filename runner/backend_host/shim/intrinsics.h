#pragma once

// Loads and stores with a hint for the caches, which changes no result; sums of products; rounding that is named.
#include "backend_host/shim/mathematics.h"
#include "backend_host/shim/vector_types.h"

#define WARPLEDGER_LOAD(name) \
  template <class T>          \
  T name(const T* address) {  \
    return *address;          \
  }
#define WARPLEDGER_STORE(name)                 \
  template <class T>                           \
  void name(T* address, decltype(T()) value) { \
    *address = value;                          \
  }
WARPLEDGER_LOAD(__ldca)
WARPLEDGER_LOAD(__ldcg)
WARPLEDGER_LOAD(__ldcs)
WARPLEDGER_LOAD(__ldcv)
WARPLEDGER_LOAD(__ldlu)
WARPLEDGER_STORE(__stwb)
WARPLEDGER_STORE(__stcg)
WARPLEDGER_STORE(__stcs)
WARPLEDGER_STORE(__stwt)
#undef WARPLEDGER_LOAD
#undef WARPLEDGER_STORE

inline int __dp4a(int a, int b, int sum) {
  for (int shift = 0; shift < 32; shift += 8)
    sum += static_cast<signed char>(a >> shift) * static_cast<signed char>(b >> shift);
  return sum;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int shift = 0; shift < 32; shift += 8) sum += (a >> shift & 0xffu) * (b >> shift & 0xffu);
  return sum;
}
inline int __dp4a(char4 a, char4 b, int sum) { return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum) {
  return sum + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dsub_rn(double x, double y) { return x - y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __drcp_rn(double x) { return 1.0 / x; }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

namespace warpledger::shim {

/// The nearest value of T; 0 for NaN.
template <class T>
T saturated(double x) {
  constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
  constexpr int bits = sizeof(T) * 8 - (is_signed ? 1 : 0);
  const double beyond = exp2(static_cast<double>(bits));
  constexpr T most = static_cast<T>(~0ull >> (64 - bits));
  if (x != x) return 0;
  if (x >= beyond) return most;
  if (x <= (is_signed ? -beyond : 0.0)) return is_signed ? static_cast<T>(-most - 1) : 0;
  return static_cast<T>(x);
}

}  // namespace warpledger::shim

#define WARPLEDGER_TO_WHOLE(from, type, name)                                \
  inline type __##from##2##name##_rn(from x) {                               \
    return warpledger::shim::saturated<type>(rint(static_cast<double>(x)));  \
  }                                                                          \
  inline type __##from##2##name##_rz(from x) {                               \
    return warpledger::shim::saturated<type>(trunc(static_cast<double>(x))); \
  }                                                                          \
  inline type __##from##2##name##_rd(from x) {                               \
    return warpledger::shim::saturated<type>(floor(static_cast<double>(x))); \
  }                                                                          \
  inline type __##from##2##name##_ru(from x) { return warpledger::shim::saturated<type>(ceil(static_cast<double>(x))); }
WARPLEDGER_TO_WHOLE(float, int, int)
WARPLEDGER_TO_WHOLE(float, unsigned, uint)
WARPLEDGER_TO_WHOLE(float, long long, ll)
WARPLEDGER_TO_WHOLE(float, unsigned long long, ull)
WARPLEDGER_TO_WHOLE(double, int, int)
WARPLEDGER_TO_WHOLE(double, unsigned, uint)
WARPLEDGER_TO_WHOLE(double, long long, ll)
WARPLEDGER_TO_WHOLE(double, unsigned long long, ull)
#undef WARPLEDGER_TO_WHOLE

inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
