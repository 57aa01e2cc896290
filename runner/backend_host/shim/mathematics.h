#pragma once

// Mathematical functions, bit counting and reinterpretation. Approximate intrinsics (__expf, __fdividef...) are
// computed exactly here: a kernel's tolerance has to allow for the GPU's error anyway.

template <class T>
concept WarpledgerWhole = requires(T value) {
  value % value;
};

// Each function: float f(), double (), float () and double (integer).
#define WARPLEDGER_MATH1(name)                      \
  extern "C" double name(double) noexcept;          \
  extern "C" float name##f(float) noexcept;         \
  inline float name(float x) { return name##f(x); } \
  template <WarpledgerWhole T>                      \
  double name(T x) {                                \
    return name(static_cast<double>(x));            \
  }
#define WARPLEDGER_MATH2(name)                     \
  extern "C" double name(double, double) noexcept; \
  extern "C" float name##f(float, float) noexcept; \
  inline float name(float x, float y) { return name##f(x, y); }

WARPLEDGER_MATH1(sqrt)
WARPLEDGER_MATH1(cbrt)
WARPLEDGER_MATH1(exp)
WARPLEDGER_MATH1(exp2)
WARPLEDGER_MATH1(expm1)
WARPLEDGER_MATH1(log)
WARPLEDGER_MATH1(log2)
WARPLEDGER_MATH1(log10)
WARPLEDGER_MATH1(log1p)
WARPLEDGER_MATH1(sin)
WARPLEDGER_MATH1(cos)
WARPLEDGER_MATH1(tan)
WARPLEDGER_MATH1(asin)
WARPLEDGER_MATH1(acos)
WARPLEDGER_MATH1(atan)
WARPLEDGER_MATH1(sinh)
WARPLEDGER_MATH1(cosh)
WARPLEDGER_MATH1(tanh)
WARPLEDGER_MATH1(erf)
WARPLEDGER_MATH1(erfc)
WARPLEDGER_MATH1(tgamma)
WARPLEDGER_MATH1(lgamma)
WARPLEDGER_MATH1(floor)
WARPLEDGER_MATH1(ceil)
WARPLEDGER_MATH1(trunc)
WARPLEDGER_MATH1(round)
WARPLEDGER_MATH1(rint)
WARPLEDGER_MATH1(fabs)
WARPLEDGER_MATH2(pow)
WARPLEDGER_MATH2(fmod)
WARPLEDGER_MATH2(atan2)
WARPLEDGER_MATH2(hypot)
WARPLEDGER_MATH2(copysign)
WARPLEDGER_MATH2(fmin)
WARPLEDGER_MATH2(fmax)
WARPLEDGER_MATH2(fdim)
#undef WARPLEDGER_MATH1
#undef WARPLEDGER_MATH2

extern "C" double fma(double, double, double) noexcept;
extern "C" float fmaf(float, float, float) noexcept;
inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }

inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return powf(10.0f, x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
inline void sincosf(float x, float* s, float* c) { *s = sinf(x), *c = cosf(x); }
inline void __sincosf(float x, float* s, float* c) { sincosf(x, s, c); }

constexpr bool isnan(float x) { return __builtin_isnan(x); }
constexpr bool isnan(double x) { return __builtin_isnan(x); }
constexpr bool isinf(float x) { return __builtin_isinf(x) != 0; }
constexpr bool isinf(double x) { return __builtin_isinf(x) != 0; }
constexpr bool isfinite(float x) { return __builtin_isfinite(x); }
constexpr bool isfinite(double x) { return __builtin_isfinite(x); }

constexpr int abs(int x) { return x < 0 ? -x : x; }
constexpr long abs(long x) { return x < 0 ? -x : x; }
constexpr long long abs(long long x) { return x < 0 ? -x : x; }
inline float abs(float x) { return fabsf(x); }
inline double abs(double x) { return fabs(x); }

// Mixed arguments meet in their common arithmetic type; of a number and a NaN the number is given.
template <class A, class B>
constexpr auto min(A a, B b) -> decltype(a + b) {
  using T = decltype(a + b);
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return x < y || y != y ? x : y;
}
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(a + b) {
  using T = decltype(a + b);
  const T x = static_cast<T>(a), y = static_cast<T>(b);
  return x > y || y != y ? x : y;
}

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }

inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
inline unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
inline float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
inline float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }

template <class T>
T __ldg(const T* address) {
  return *address;
}
