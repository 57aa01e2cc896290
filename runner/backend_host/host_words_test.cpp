// Each CUDA function of the shim, used by a kernel.
#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

struct Word {
  const char* name;
  const char* before;  ///< the kernel
  const char* body;    ///< of a kernel with `float* x` and the thread index `int i`
  std::vector<float> expected;
};

class HostWords : public KernelTest, public testing::WithParamInterface<Word> {};

/// Runs a block of one warp with x[i] = i.
TEST_P(HostWords, AreKnown) {
  const std::string source =
      std::string(GetParam().before) + "\n__global__ void f(float* x) { int i = threadIdx.x; " + GetParam().body + " }";
  std::vector<float> values(32);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  std::vector<float> found = run<float>(source, "f", values, {1, 1, 1}, {32, 1, 1});
  found.resize(GetParam().expected.size());
  EXPECT_EQ(found, GetParam().expected);
}

const char* const kGroups =
    "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;";

INSTANTIATE_TEST_SUITE_P(
    Groups, HostWords,
    testing::Values(
        Word{"Block",
             kGroups,
             "auto b = cg::this_thread_block(); b.sync(); x[i] = b.thread_rank() + b.size();",
             {32, 33}},
        Word{"Grid", kGroups, "x[i] = cg::this_grid().thread_rank();", {0, 1, 2}},
        Word{"Tile",
             kGroups,
             "auto t = cg::tiled_partition<4>(cg::this_thread_block()); x[i] = 10 * t.meta_group_rank() + "
             "t.thread_rank();",
             {0, 1, 2, 3, 10, 11}},
        Word{"TileShuffles",
             kGroups,
             "auto t = cg::tiled_partition<4>(cg::this_thread_block()); x[i] = t.shfl(x[i], 1) + t.shfl_xor(x[i], 1);",
             {2, 1, 4, 3, 10, 9, 12, 11}},
        Word{"Reduce",
             kGroups,
             "auto t = cg::tiled_partition<4>(cg::this_thread_block()); x[i] = cg::reduce(t, x[i], cg::plus<float>());",
             {6, 6, 6, 6, 22}},
        Word{"Greatest",
             kGroups,
             "auto t = cg::tiled_partition<32>(cg::this_thread_block()); x[i] = cg::reduce(t, x[i], "
             "cg::greater<float>());",
             {31, 31}},
        Word{
            "Scan",
            "#include <cooperative_groups.h>\n#include <cooperative_groups/scan.h>\nnamespace cg = cooperative_groups;",
            "auto t = cg::tiled_partition<4>(cg::this_thread_block()); x[i] = cg::inclusive_scan(t, x[i]);",
            {0, 1, 3, 6, 4, 9}},
        Word{"Coalesced",
             kGroups,
             "if (i % 2) { auto g = cg::coalesced_threads(); x[i] = 100 * g.size() + g.thread_rank() + g.shfl(x[i], "
             "1); }",
             {0, 1603, 2, 1604}}),
    [](const testing::TestParamInfo<Word>& word) { return std::string(word.param.name); });

INSTANTIATE_TEST_SUITE_P(DependentLaunch, HostWords,
                         testing::Values(Word{
                             "Functions",
                             "",
                             "cudaGridDependencySynchronize(); x[i] = 1; cudaTriggerProgrammaticLaunchCompletion();",
                             {1, 1}}),
                         [](const testing::TestParamInfo<Word>& word) { return std::string(word.param.name); });

INSTANTIATE_TEST_SUITE_P(
    SmallNumbers, HostWords,
    testing::Values(
        Word{"Half2",
             "#include <cuda_fp16.h>",
             "half2 a = __floats2half2_rn(1.0f, 2.0f); a = __hfma2(a, a, a); x[i] = __low2float(a) + __high2float(a);",
             {8}},
        Word{"HalfArithmetic",
             "#include <cuda_fp16.h>",
             "__half a = __float2half(2049.0f); x[i] = __half2float(a + a);",
             {4096}},
        Word{"Bfloat16",
             "#include <cuda_bf16.h>",
             "__nv_bfloat16 a = __float2bfloat16(257.0f); x[i] = __bfloat162float(__hadd(a, __float2bfloat16(4.0f)));",
             {260}},
        Word{"Bfloat16Pair",
             "#include <cuda_bf16.h>",
             "__nv_bfloat162 a = __floats2bfloat162_rn(1.0f, 3.0f); x[i] = __bfloat1622float2(a * a).y;",
             {9}},
        Word{"Fp8E4m3",
             "#include <cuda_fp8.h>",
             "const float v[] = {1.0625f, 17.0f, 1000.0f, 0.001f, -0.0029296875f};\n"
             "if (i < 5) x[i] = static_cast<float>(__nv_fp8_e4m3(v[i]));",
             {1, 16, 448, 0.001953125f, -0.00390625f}},
        Word{"Fp8E5m2",
             "#include <cuda_fp8.h>",
             "const float v[] = {1.125f, 70000.0f, 3e-5f};\nif (i < 3) x[i] = static_cast<float>(__nv_fp8_e5m2(v[i]));",
             {1, 57344, 3.0517578125e-05f}}),
    [](const testing::TestParamInfo<Word>& word) { return std::string(word.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Intrinsics, HostWords,
    testing::Values(
        Word{"CacheHints",
             "",
             "__stcs(x + i, __ldcs(x + i) + __ldcg(x + i) + __ldca(x + i) + __ldcv(x + i) + __ldlu(x + i));\n"
             "__stcg(x + i, x[i] + 1); __stwb(x + i, x[i] + 1); __stwt(x + i, x[i] + 1);",
             {3, 8, 13}},
        Word{"Dp4a", "", "x[i] = __dp4a(0x01ff0203, 0x01010101, 10);", {15}},
        Word{"Rounding",
             "",
             "x[i] = __dadd_rn(1.0, __dmul_rn(2.0, 3.0)) + __float2int_rn(2.5f) + __float2int_rz(-1.5f);",
             {8}},
        Word{"Saturation", "", "x[i] = __float2int_rn(1e20f) == 2147483647 && __float2uint_rn(-1.0f) == 0;", {1}}),
    [](const testing::TestParamInfo<Word>& word) { return std::string(word.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Headers, HostWords,
    testing::Values(
        Word{"C",
             "#include <stdio.h>\n#include <stdint.h>\n#include <math.h>\n#include <assert.h>\n#include <float.h>\n"
             "#include <limits.h>\n#include <string.h>\n#include <stdlib.h>\n#include <stddef.h>",
             "assert(i < 32); uint8_t n = 3; x[i] = sqrtf(4.0f) + n + fmaxf(1.0f, 0.5f);",
             {6}},
        Word{"Cpp",
             "#include <cstdint>\n#include <cmath>\n#include <cstdio>\n#include <type_traits>\n#include <array>\n"
             "#include <utility>\n#include <limits>\n#include <algorithm>",
             "std::array<float, 2> a{1, 2}; std::swap(a[0], a[1]); x[i] = a[0] + std::max(1, 2) + std::sqrt(4.0f);",
             {6}},
        Word{"Toolkit",
             "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <cuda_runtime_api.h>\n#include <vector_types.h>\n"
             "#include <device_launch_parameters.h>\n#include <device_functions.h>",
             "float4 v = make_float4(1, 2, 3, 4); x[i] = v.w;",
             {4}},
        Word{"HostCode",
             "#include <iostream>\n#include <string>\n#include <vector>\n#include <memory>\n#include <ctime>\n"
             "#include <chrono>\n#include <functional>\n#include <algorithm>\n#include <iomanip>",
             "clock_t t = clock(); x[i] = t >= 0;",
             {1}}),
    [](const testing::TestParamInfo<Word>& word) { return std::string(word.param.name); });

}  // namespace
}  // namespace warpledger
