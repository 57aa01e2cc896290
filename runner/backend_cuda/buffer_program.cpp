#include "backend_cuda/buffer_program.h"

#include <fmt/format.h>

namespace warpledger {

std::string random_function(ElementType type) {
  return fmt::format("warpledger_random<Element_{}>", facts_of(type).name);
}

std::string mismatches_function(ElementType type) {
  return fmt::format("warpledger_mismatches<Element_{}>", facts_of(type).name);
}

std::string largest_error_function(ElementType type) {
  return fmt::format("warpledger_largest_error<Element_{}>", facts_of(type).name);
}

Program buffer_program() {
  return {{"buffer_kernels.cu", R"cuda(
typedef unsigned long long u64;

__device__ u64 scatter(u64 counter) {
  u64 z = counter + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

__device__ u64 first_index() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ u64 all_threads() { return (u64)gridDim.x * blockDim.x; }

// Adds to *sum. `from` is aligned to 8 bytes; of a last word that is not whole, the bytes that are not there count as 0.
extern "C" __global__ void warpledger_fingerprint(u64* sum, const unsigned char* from, u64 bytes, u64 key) {
  const u64* words = reinterpret_cast<const u64*>(from);
  u64 mine = 0;
  for (u64 i = first_index(); i < bytes / 8; i += all_threads()) mine += scatter(scatter(key + i) ^ words[i]);
  if (bytes % 8 != 0 && first_index() == 0) {
    u64 last = 0;
    for (u64 i = bytes / 8 * 8; i < bytes; ++i) last |= (u64)from[i] << 8 * (i % 8);
    mine += scatter(scatter(key + bytes / 8) ^ last);
  }
  for (int lane = 16; lane > 0; lane /= 2) mine += __shfl_down_sync(~0u, mine, lane);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

// Adds to *sum.
extern "C" __global__ void warpledger_unlike(u64* sum, const unsigned char* bytes, u64 count, u64 value) {
  u64 unlike = 0;
  for (u64 i = first_index(); i < count; i += all_threads()) unlike += bytes[i] != value;
  if (unlike > 0) atomicAdd(sum, unlike);
}

// As model/small_float.h.
template <int exponent_bits, int fraction_bits, bool has_infinity, typename Bits>
struct SmallFloat {
  Bits bits;

  static constexpr int least_exponent = 2 - (1 << (exponent_bits - 1));
  static constexpr unsigned nan = (1u << (exponent_bits + fraction_bits)) - 1, infinity = nan - (1u << fraction_bits) + 1;
  static constexpr unsigned largest = (has_infinity ? infinity : nan) - 1, beyond = has_infinity ? infinity : nan;
  static __device__ double power_of_two(int exponent) { return __longlong_as_double((long long)(1023 + exponent) << 52); }

  SmallFloat() = default;
  __device__ explicit SmallFloat(double value) {
    const u64 all = __double_as_longlong(value), magnitude = all & ~(1ull << 63);
    const int own_exponent = (int)(magnitude >> 52) - 1023;
    const int exponent = own_exponent < least_exponent ? least_exponent : own_exponent;
    unsigned code = beyond;
    if (magnitude > 0x7ffull << 52) {
      code = nan;
    } else if (exponent <= 1 << (exponent_bits - 1)) {
      code = ((unsigned)(exponent - least_exponent) << fraction_bits) +
             (unsigned)rint(__longlong_as_double(magnitude) * power_of_two(fraction_bits - exponent));
      if (code > largest) code = beyond;
    }
    bits = (Bits)((unsigned)(all >> 63) << (exponent_bits + fraction_bits) | code);
  }
  __device__ explicit operator double() const {
    const unsigned sign = bits >> (exponent_bits + fraction_bits), code = bits & nan, one = 1u << fraction_bits;
    const unsigned exponent = code >> fraction_bits, fraction = code & (one - 1);
    double magnitude = (exponent > 0 ? fraction + one : fraction) *
                       power_of_two(least_exponent - fraction_bits + (exponent > 0 ? (int)exponent - 1 : 0));
    if (code > largest)
      magnitude = __longlong_as_double(has_infinity && code == infinity ? 0x7ffll << 52 : 0x7fffll << 48);
    return sign ? -magnitude : magnitude;
  }
};

typedef int Element_i32;
typedef unsigned Element_u32;
typedef long long Element_i64;
typedef u64 Element_u64;
typedef float Element_f32;
typedef double Element_f64;
typedef SmallFloat<5, 10, true, unsigned short> Element_f16;
typedef SmallFloat<8, 7, true, unsigned short> Element_bf16;
typedef SmallFloat<4, 3, false, unsigned char> Element_f8e4m3;
typedef SmallFloat<5, 2, true, unsigned char> Element_f8e5m2;
typedef signed char Element_i8;
typedef unsigned char Element_u8;
typedef short Element_i16;
typedef unsigned short Element_u16;
typedef unsigned char Element_bool;  // a kernel may write what is no bool

// As exec/inputs.cpp; floats in arithmetic of their own, which every GPU is fast at.
struct Stream { u64 key, first; };
__device__ u64 bits_of(Stream stream, u64 i) { return scatter(stream.key ^ scatter(stream.first + i)); }
__device__ double unit(Stream stream, u64 i) { return (double)(bits_of(stream, i) >> 11) * 0x1p-53; }
__device__ float unit_float(Stream stream, u64 i) { return (float)(bits_of(stream, i) >> 40) * 0x1p-24f; }

__device__ void set(float& to, Stream stream, u64 i, bool normal, double a, double b) {
  if (normal)
    to = (float)a + (float)b * sqrtf(-2 * logf(1 - unit_float(stream, 2 * i))) * cospif(2 * unit_float(stream, 2 * i + 1));
  else
    to = (float)a + (float)(b - a) * unit_float(stream, i);
}

__device__ double normal_of(Stream stream, u64 i, double a, double b) {
  return a + b * sqrt(-2 * log(1 - unit(stream, 2 * i))) * cospi(2 * unit(stream, 2 * i + 1));
}

__device__ void set(double& to, Stream stream, u64 i, bool normal, double a, double b) {
  to = normal ? normal_of(stream, i, a, b) : a + (b - a) * unit(stream, i);
}

template <int e, int f, bool has_infinity, typename Bits>
__device__ void set(SmallFloat<e, f, has_infinity, Bits>& to, Stream stream, u64 i, bool normal, double a, double b) {
  float value;
  set(value, stream, i, normal, a, b);
  to = SmallFloat<e, f, has_infinity, Bits>((double)value);
}

// To a type of 32 bits or more. Conversions of the device saturate.
template <typename T>
__device__ T saturated(T*, double value) { return (T)value; }
__device__ Element_i8 saturated(Element_i8*, double value) { return (Element_i8)(int)fmin(fmax(value, -128.), 127.); }
__device__ Element_u8 saturated(Element_u8*, double value) { return (Element_u8)(int)fmin(fmax(value, 0.), 255.); }
__device__ Element_i16 saturated(Element_i16*, double value) { return (Element_i16)(int)fmin(fmax(value, -32768.), 32767.); }
__device__ Element_u16 saturated(Element_u16*, double value) { return (Element_u16)(int)fmin(fmax(value, 0.), 65535.); }

template <typename T>
__device__ void set(T& to, Stream stream, u64 i, bool normal, double a, double b) {
  to = saturated(&to, normal ? rint(normal_of(stream, i, a, b)) : fmin(floor(a + (b - a + 1) * unit(stream, i)), b));
}

template <typename T>
__device__ u64 bits(T value) {
  u64 bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}

// Without `sum` fills `to`; else adds to it how many elements of `to` are others. One function, so that both make the
// same numbers.
template <typename T>
__global__ void warpledger_random(u64* sum, T* to, u64 count, u64 normal, double a, double b, u64 key, u64 first) {
  const Stream stream = {key, first};
  u64 others = 0;
  for (u64 i = first_index(); i < count; i += all_threads()) {
    T made;
    set(made, stream, i, normal, a, b);
    if (sum == nullptr)
      to[i] = made;
    else
      others += bits(to[i]) != bits(made);
  }
  if (others > 0) atomicAdd(sum, others);
}

// Adds to *sum. No comparison with a NaN is true, and an infinite expected value accepts itself alone. Rounds as a host
// does: what lies on the bound is not accepted here and refused there.
template <typename T>
__global__ void warpledger_mismatches(u64* sum, const T* got, const double* expected, u64 count, double abs, double rel) {
  u64 wrong = 0;
  for (u64 i = first_index(); i < count; i += all_threads()) {
    const double value = (double)got[i];
    const double most = fmin(__dadd_rn(abs, __dmul_rn(rel, fabs(expected[i]))), 1.7976931348623157e308);
    const bool accepted = fabs(value - expected[i]) <= most || value == expected[i];
    wrong += !accepted;
  }
  if (wrong > 0) atomicAdd(sum, wrong);
}

// Raises *largest. The bits of doubles that are not negative are in the order of the doubles.
template <typename T>
__global__ void warpledger_largest_error(u64* largest, const T* got, const double* expected, u64 count) {
  double mine = 0;
  for (u64 i = first_index(); i < count; i += all_threads()) {
    const double error = fabs((double)got[i] - expected[i]);
    if (error > mine) mine = error;  // no NaN is
  }
  for (int lane = 16; lane > 0; lane /= 2) mine = fmax(mine, __shfl_down_sync(~0u, mine, lane));
  if (threadIdx.x % 32 == 0 && mine > 0) atomicMax(largest, (u64)__double_as_longlong(mine));
}
)cuda"},
          {}};
}

std::vector<std::string> buffer_functions() {
  std::vector<std::string> functions = {kFingerprint, kUnlike};
  for (std::size_t type = 0; type < kElementTypes.size(); ++type) {
    functions.push_back(random_function(static_cast<ElementType>(type)));
    functions.push_back(mismatches_function(static_cast<ElementType>(type)));
    functions.push_back(largest_error_function(static_cast<ElementType>(type)));
  }
  return functions;
}

}  // namespace warpledger
