#include "backend_cuda/nvrtc_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warpledger {
namespace {

/// Headers that forward to the toolkit's, with std for cuda::std. C headers also declare their names globally.
constexpr const char* kOfToolkit[] = {
    "array",   "bit",     "climits", "concepts",    "cstddef",    "cstdint", "cstdlib",  "cstring", "limits",
    "numbers", "numeric", "tuple",   "type_traits", "functional", "utility", "optional", "span",    "initializer_list"};

constexpr const char* kOfC[] = {"assert", "float", "limits", "math", "stddef", "stdint", "stdio", "stdlib", "string"};

/// Host headers that kernel files include without using them in device code: nvcc accepts the line.
constexpr const char* kOfHostCode[] = {"any",           "atomic",      "bitset",
                                       "cerrno",        "charconv",    "chrono",
                                       "compare",       "complex",     "csignal",
                                       "ctime",         "deque",       "errno.h",
                                       "exception",     "filesystem",  "fstream",
                                       "future",        "getopt.h",    "iomanip",
                                       "ios",           "iosfwd",      "iostream",
                                       "istream",       "iterator",    "list",
                                       "locale",        "map",         "memory",
                                       "mutex",         "new",         "omp.h",
                                       "ostream",       "queue",       "random",
                                       "ranges",        "ratio",       "regex",
                                       "set",           "signal.h",    "sstream",
                                       "stack",         "stdbool.h",   "stdexcept",
                                       "string",        "string_view", "sys/time.h",
                                       "thread",        "time.h",      "typeindex",
                                       "typeinfo",      "unistd.h",    "variant",
                                       "vector",        "valarray",    "unordered_map",
                                       "unordered_set", "version",     "condition_variable"};

constexpr const char* kInttypes = R"(#pragma once
#include <cstdint>
#define PRId32 "d"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRId64 "lld"
#define PRIu64 "llu"
#define PRIx64 "llx"
)";

constexpr const char* kFloat = R"(#pragma once
#define FLT_RADIX 2
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MAX_10_EXP 38
#define FLT_EPSILON 0x1p-23f
#define FLT_MIN 0x1p-126f
#define FLT_TRUE_MIN 0x1p-149f
#define FLT_MAX 0x1.fffffep127f
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024
#define DBL_MIN_10_EXP (-307)
#define DBL_MAX_10_EXP 308
#define DBL_EPSILON 0x1p-52
#define DBL_MIN 0x1p-1022
#define DBL_TRUE_MIN 0x1p-1074
#define DBL_MAX 0x1.fffffffffffffp1023
)";

/// NVRTC declares the functions; constants and std are missing. <cuda/std/cmath> would take 0.6 s.
constexpr const char* kMath = R"(#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
#ifndef HUGE_VAL
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#endif
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
)";

/// Functions of one argument, of two, and others. Integers are promoted to double, as is a float next to another type.
constexpr const char* kMath1[] = {"acos", "acosh", "asin", "asinh", "atan",      "atanh", "cbrt",  "ceil",  "cos",
                                  "cosh", "erf",   "erfc", "exp",   "exp2",      "expm1", "fabs",  "floor", "lgamma",
                                  "log",  "log10", "log2", "log1p", "logb",      "rint",  "round", "sin",   "sinh",
                                  "sqrt", "tan",   "tanh", "trunc", "nearbyint", "tgamma"};
constexpr const char* kMath2[] = {"atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "pow"};
constexpr const char* kMathOthers[] = {"abs",   "fma",   "frexp", "ilogb", "isfinite", "isinf",
                                       "isnan", "ldexp", "lrint", "modf",  "signbit"};

std::string math_header() {
  std::string overloads, in_std;
  for (const char* name : kMath1) {
    overloads += fmt::format(
        "template <class T> requires requires(T v) {{ v % v; }} double {0}(T x) {{ return {0}(double(x)); }}\n", name);
    in_std += fmt::format("using ::{};\n", name);
  }
  for (const char* name : kMath2) {
    overloads += fmt::format(
        "template <class A, class B> requires requires(A a, B b) {{ a < 0.0; b < 0.0; }}\n"
        "double {0}(A a, B b) {{ return {0}(double(a), double(b)); }}\n",
        name);
    in_std += fmt::format("using ::{};\n", name);
  }
  for (const char* name : kMathOthers) in_std += fmt::format("using ::{};\n", name);
  return kMath + overloads + "namespace std {\n" + in_std + "}\n";
}

/// The toolkit has <cuda/std/algorithm> since 13.1.
constexpr const char* kAlgorithm = R"(#pragma once
#include <utility>
namespace std {
template <class T> constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T> constexpr const T& clamp(const T& x, const T& least, const T& most) {
  return x < least ? least : most < x ? most : x;
}
}
)";

/// Templates, so that the toolkit's functions of these names are preferred if included. Before compute capability 9.0
/// nothing overlaps, so there is nothing to wait for.
constexpr const char* kDependentLaunch = R"(#pragma once
template <class = void> __device__ __forceinline__ void cudaGridDependencySynchronize() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
template <class = void> __device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}
)";

/// Returns the relative names of `header` for files in other folders: suffixes of its path, with and without "../".
std::vector<std::string> other_names(const std::string& header) {
  std::vector<std::string> names;
  for (std::string rest = header;; rest.erase(0, rest.find('/') + 1)) {
    if (rest != header) names.push_back(rest);
    std::string name = rest;
    for (std::size_t up = 0; up < kMostFoldersUp; ++up) names.push_back(name.insert(0, "../"));
    if (rest.find('/') == std::string::npos) return names;
  }
}

std::vector<SourceFile> make_standard_headers() {
  std::vector<SourceFile> headers = {{"cassert", ""},  // NVRTC has assert and printf built in
                                     {"cstdio", "#pragma once\nnamespace std { using ::printf; }\n"},
                                     {"cfloat", kFloat},
                                     {"cmath", math_header()},
                                     {"algorithm", kAlgorithm},
                                     {"cinttypes", kInttypes},
                                     {"inttypes.h", kInttypes},
                                     {kDependentLaunchHeader, kDependentLaunch}};
  for (const char* name : kOfHostCode) headers.push_back({name, ""});
  for (const char* name : kOfToolkit)
    headers.push_back({name, fmt::format("#pragma once\n#include <cuda/std/{}>\nnamespace cuda::std {{}}\nnamespace "
                                         "std {{ using namespace ::cuda::std; }}\n",
                                         name)});
  for (const char* name : kOfC) headers.push_back({fmt::format("{}.h", name), fmt::format("#include <c{}>\n", name)});
  return headers;
}

}  // namespace

const std::vector<SourceFile>& standard_headers() {
  static const std::vector<SourceFile> headers = make_standard_headers();
  return headers;
}

std::vector<SourceFile> all_headers(std::span<const SourceFile> headers) {
  std::vector<SourceFile> all(headers.begin(), headers.end());
  std::set<std::string> taken;
  for (const SourceFile& header : headers) taken.insert(header.name);
  for (const SourceFile& header : headers)
    for (const std::string& name : other_names(header.name))
      if (taken.insert(name).second) all.push_back({name, fmt::format("#include \"{}\"\n", header.name)});
  for (const SourceFile& header : standard_headers())
    if (taken.insert(header.name).second) all.push_back(header);
  return all;
}

}  // namespace warpledger
