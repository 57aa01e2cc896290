#include "backend_host/standard_headers.h"

#include <fmt/format.h>

namespace warpledger {
namespace {

constexpr const char* kConstants = R"(#pragma once
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
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

constexpr const char* kMathFunctions[] = {
    "abs",   "acos",     "asin",  "atan",  "atan2",  "cbrt", "ceil",   "copysign", "cos",  "cosh", "erf",
    "erfc",  "exp",      "exp2",  "expm1", "fabs",   "fdim", "floor",  "fma",      "fmax", "fmin", "fmod",
    "hypot", "isfinite", "isnan", "isinf", "lgamma", "log",  "log10",  "log1p",    "log2", "pow",  "rint",
    "round", "sin",      "sinh",  "sqrt",  "tan",    "tanh", "tgamma", "trunc"};

constexpr const char* kStdlib = R"(#pragma once
#include <stddef.h>
extern "C" void* malloc(size_t) noexcept;
extern "C" void free(void*) noexcept;
extern "C" int rand() noexcept;
namespace std {
using ::abs;
using ::free;
using ::malloc;
using ::rand;
using ::size_t;
}
)";

std::string math_header_of_host() {
  std::string text = std::string(kConstants) + "namespace std {\n";
  for (const char* function : kMathFunctions) text += fmt::format("using ::{};\n", function);
  return text + "}\n";
}

}  // namespace

std::vector<SourceFile> standard_headers_of_host() {
  return {{"stdio.h", ""},
          {"cstdio", "#pragma once\nnamespace std { using ::printf; }\n"},
          {"assert.h", ""},
          {"cassert", ""},
          {"math.h", math_header_of_host()},
          {"cmath", "#include <math.h>\n"},
          {"stdlib.h", kStdlib},
          {"cstdlib", "#include <stdlib.h>\n"}};
}

}  // namespace warpledger
