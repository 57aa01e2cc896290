// NVRTC accepts what nvcc accepts.
#include "backend_cuda/nvrtc_headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/nvrtc.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

/// Returns the compiler's messages.
std::string refusal_of(const Program& program) {
  try {
    compile_cubin(program, std::vector<std::string>{"f"}, nvrtc_options(90));
  } catch (const PointFailure& end) {
    return end.what();
  }
  return "";
}

struct Honest {
  const char* name;
  const char* before;
  const char* body;  ///< of `void f(int* x)`
};

class NvccTakes : public testing::TestWithParam<Honest> {};

TEST_P(NvccTakes, AndSoDoesNvrtc) {
  const Honest& honest = GetParam();
  const std::string text = std::string(honest.before) + "\n__global__ void f(int* x) { " + honest.body + " }\n";
  EXPECT_EQ(refusal_of({{"f.cu", text}, {}}), "");
}

std::string name_of_honest(const testing::TestParamInfo<Honest>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Functions, NvccTakes,
    testing::Values(Honest{"Constexpr", "constexpr int g(int n) { return n + 1; }", "*x = g(*x);"},
                    Honest{"Consteval", "consteval int g(int n) { return n + 1; }", "*x = g(2);"},
                    Honest{"GenericLambda", "", "auto more = [](auto n) { return n + 1; }; *x = more(*x);"},
                    Honest{"GlobalLambda", "constexpr auto more = [](auto n) { return n + 1; };", "*x = more(*x);"},
                    Honest{"DependentLaunch", "",
                           "cudaGridDependencySynchronize(); *x = 1; cudaTriggerProgrammaticLaunchCompletion();"},
                    Honest{"DependentLaunchOfTheToolkit",
                           "#include <cuda_runtime.h>\n#include <cuda_device_runtime_api.h>",
                           "cudaGridDependencySynchronize(); *x = 1; cudaTriggerProgrammaticLaunchCompletion();"}),
    name_of_honest);

INSTANTIATE_TEST_SUITE_P(
    C, NvccTakes,
    testing::Values(
        Honest{"StdioH", "#include <stdio.h>", "printf(\"%d\", *x);"},
        Honest{"Cstdio", "#include <cstdio>", "std::printf(\"%d\", *x);"},
        Honest{"StdintH", "#include <stdint.h>", "uint8_t a = 1; int64_t b = INT32_MAX; *x = a + b;"},
        Honest{"Cstdint", "#include <cstdint>", "std::int32_t a = *x; uint64_t b = 1; *x = a + b;"},
        Honest{"MathH", "#include <math.h>",
               "*x = sqrt(*x) + fmax(1.0f, M_PI) + pow(2.0f, 3) + INFINITY + std::sqrt(2.0f) + NAN;"},
        Honest{"Cmath", "#include <cmath>", "float y = *x; *x = std::exp(y) + std::abs(-1) + std::isnan(y) + M_PI;"},
        Honest{"AssertH", "#include <assert.h>", "assert(*x > 0);"},
        Honest{"Cassert", "#include <cassert>", "assert(*x > 0);"},
        Honest{"FloatH", "#include <float.h>", "static_assert(FLT_MAX > 1e38f && DBL_EPSILON < FLT_EPSILON);"},
        Honest{"Cfloat", "#include <cfloat>", "float y = -FLT_MAX; *x = y < FLT_MIN;"},
        Honest{"LimitsH", "#include <limits.h>", "static_assert(INT_MAX == 2147483647 && CHAR_BIT == 8);"},
        Honest{"Climits", "#include <climits>", "*x = INT_MIN;"},
        Honest{"StringH", "#include <string.h>", "memcpy(x, x + 1, 4); memset(x + 2, 0, 4);"},
        Honest{"Cstring", "#include <cstring>", "std::memcpy(x, x + 1, 4);"},
        Honest{"StdlibH", "#include <stdlib.h>", "void* p = malloc(4); *x = abs(*x); free(p);"},
        Honest{"Cstdlib", "#include <cstdlib>", "std::size_t n = 1; *x = abs(*x) + n;"},
        Honest{"StddefH", "#include <stddef.h>", "ptrdiff_t n = 1; size_t m = 2; *x = n + m + (x == NULL);"},
        Honest{"Cstddef", "#include <cstddef>", "std::size_t n = 1; std::ptrdiff_t m = 1; *x = n + m;"}),
    name_of_honest);

INSTANTIATE_TEST_SUITE_P(
    Cpp, NvccTakes,
    testing::Values(
        Honest{"TypeTraits", "#include <type_traits>", "static_assert(std::is_same_v<int, std::decay_t<int&>>);"},
        Honest{"Array", "#include <array>", "std::array<int, 2> a{1, 2}; for (int v : a) *x += v;"},
        Honest{"Utility", "#include <utility>",
               "int a = 1, b = *x; std::swap(a, b); auto p = std::make_pair(std::move(a), b); *x = p.first;"},
        Honest{"Limits", "#include <limits>", "*x = std::numeric_limits<int>::max();"},
        Honest{"Algorithm", "#include <algorithm>", "*x = std::min(*x, 3) + std::max(1, 2) + std::clamp(*x, 1, 2);"},
        Honest{"Tuple", "#include <tuple>", "auto t = std::make_tuple(1, 2.0f); *x = std::get<0>(t);"},
        Honest{"AllOfThem",
               "#include <array>\n#include <cmath>\n#include <math.h>\n#include <algorithm>\n#include <cstdint>\n"
               "#include <cuda/std/cmath>\n#include <cuda/std/cstdint>\n#include <stdio.h>\n#include <cuda_fp16.h>\n"
               "#include <cooperative_groups.h>",
               "*x = std::sqrt(2.0f) + cuda::std::sqrt(2.0f) + std::max(1, 2);"}),
    name_of_honest);

INSTANTIATE_TEST_SUITE_P(
    HostCode, NvccTakes,
    testing::Values(
        Honest{"Streams", "#include <iostream>\n#include <sstream>\n#include <fstream>", "*x = 1;"},
        Honest{"Containers", "#include <string>\n#include <vector>\n#include <map>", "*x = 1;"},
        Honest{"Time", "#include <ctime>\n#include <time.h>\n#include <sys/time.h>\n#include <chrono>",
               "clock_t t = clock(); *x = t;"},
        Honest{"Inttypes", "#include <inttypes.h>\n#include <cinttypes>", "int64_t n = *x; printf(\"%\" PRId64, n);"},
        Honest{"PlacementNew", "#include <new>", "new (x) int(1);"},
        Honest{"BesideThoseOfDeviceCode",
               "#include <iostream>\n#include <memory>\n#include <algorithm>\n#include <cuda_fp16.h>\n"
               "#include <cuda/std/array>\n#include <cub/block/block_reduce.cuh>\n#include <cuda_runtime.h>",
               "*x = std::max(1, 2);"}),
    name_of_honest);

TEST(NvrtcHeaders, BeforeCapability9ThereIsNoGridToWaitFor) {
  const Program program = {{"f.cu", "__global__ void f(int* x) { cudaGridDependencySynchronize(); *x = 1; }"}, {}};
  EXPECT_NO_THROW(compile_cubin(program, std::vector<std::string>{"f"}, nvrtc_options(80)));
}

TEST(NvrtcHeaders, AHeaderBesideTheIncludingFileIsFound) {
  const Program program = {{"src/k.cu", "#include \"reduce.cuh\"\n__global__ void f(int* x) { *x = one(); }"},
                           {{"src/more/one.cuh", "#pragma once\n__device__ int one() { return 1; }"},
                            {"src/reduce.cuh", "#include \"more/one.cuh\"\n#include \"src/more/one.cuh\"\n"}}};
  EXPECT_EQ(refusal_of(program), "");
}

TEST(NvrtcHeaders, AHeaderIsFoundUpFromTheIncludingFile) {
  const Program program = {{"src/deep/k.cu", "#include \"../../inc/r.cuh\"\n__global__ void f(int* x) { *x = one(); }"},
                           {{"inc/r.cuh", "#include \"../src/one.cuh\"\n"},
                            {"src/one.cuh", "#pragma once\n__device__ int one() { return 1; }"}}};
  EXPECT_EQ(refusal_of(program), "");
}

TEST(NvrtcHeaders, AProgramsOwnHeaderHidesAStandardOne) {
  EXPECT_EQ(refusal_of({{"f.cu", "#include \"limits.h\"\n__global__ void f(int* x) { *x = kMine; }"},
                        {{"limits.h", "constexpr int kMine = 1;"}}}),
            "");
}

TEST(NvrtcHeaders, GiveAFloatItsFloatFunction) {
  EXPECT_EQ(refusal_of({{"f.cu",
                         "#include <cmath>\n#include <type_traits>\n__global__ void f(int*) {\n"
                         "  static_assert(std::is_same_v<decltype(sqrt(1.0f)), float>);\n"
                         "  static_assert(std::is_same_v<decltype(std::fmax(1.0f, 2.0f)), float>);\n"
                         "  static_assert(std::is_same_v<decltype(std::pow(1.0f, 2)), float>);\n"
                         "  static_assert(std::is_same_v<decltype(sqrt(1)), double>);\n}\n"},
                        {}}),
            "");
}

}  // namespace
}  // namespace warpledger
