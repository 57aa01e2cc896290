#include <bit>
#include <cmath>

#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

class HalfTest : public KernelTest {
 protected:
  std::vector<float> through_half(const std::vector<float>& data) {
    return run(R"(#include <cuda_fp16.h>
                  __global__ void op(float* data) {
                    data[blockIdx.x] = __half2float(__float2half_rn(data[blockIdx.x]));
                  })",
               "op", data, {.x = static_cast<unsigned>(data.size())}, {.x = 1});
  }
};

TEST_F(HalfTest, EveryHalfIsAFloatAndComesBack) {
  const auto got = run(R"(#include <cuda_fp16.h>
                          __global__ void op(unsigned* data) {
                            const int i = threadIdx.x + blockIdx.x * blockDim.x;
                            __half* const half = reinterpret_cast<__half*>(data) + i;
                            *half = __float2half(__half2float(*half));
                          })",
                       "op",
                       [] {
                         std::vector<unsigned> pairs(1 << 15);
                         for (unsigned i = 0; i < pairs.size(); ++i) pairs[i] = (2 * i + 1) << 16 | 2 * i;
                         return pairs;
                       }(),
                       {.x = 256}, {.x = 256});
  for (unsigned i = 0; i < 1 << 16; ++i) {
    const unsigned half = got[i / 2] >> (i % 2 * 16) & 0xffffu;
    if ((i & 0x7fffu) > 0x7c00u)
      EXPECT_EQ(half, i | 0x7fffu);  // some NaN
    else
      EXPECT_EQ(half, i);
  }
}

TEST_F(HalfTest, HasTheValuesOfTheStandard) {
  const std::vector<std::pair<unsigned, float>> known = {
      {0x3c00, 1},           {0xc000, -2},         {0x7bff, 65504},    {0x0400, 0x1p-14f}, {0x0001, 0x1p-24f},
      {0x83ff, -0x3ffp-24f}, {0x3555, 0x555p-12f}, {0x7c00, INFINITY}, {0xfc00, -INFINITY}};
  for (const auto& [bits, value] : known) {
    const auto got = run(R"(#include <cuda_fp16.h>
                            __global__ void op(float* data) {
                              *data = __half2float(*reinterpret_cast<__half*>(data));
                            })",
                         "op", std::vector<float>{std::bit_cast<float>(bits)}, {.x = 1}, {.x = 1});
    EXPECT_EQ(got[0], value) << bits;
  }
}

TEST_F(HalfTest, RoundsToTheNearestWithTiesToEven) {
  const std::vector<float> from = {
      1 + 0x1p-11f, 1 + 0x3p-11f, 1 + 0x1p-11f + 0x1p-20f, -1 - 0x3p-11f, 2 - 0x1p-11f,        65519.996F, 65520,
      -1e9F,        0x1p-25f,     0x1p-25f + 0x1p-40f,     -0x3p-25f,     0x1p-14f - 0x1p-26f, 0x1p-149f,  -0x1p-60f};
  const std::vector<float> expected = {1, 1 + 0x2p-10f, 1 + 0x1p-10f, -1 - 0x2p-10f, 2, 65504, INFINITY, -INFINITY,
                                       0, 0x1p-24f,     -0x1p-23f,    0x1p-14f,      0, 0};
  const std::vector<float> got = through_half(from);
  for (std::size_t i = 0; i < from.size(); ++i) EXPECT_EQ(got[i], expected[i]) << from[i];
  EXPECT_TRUE(std::signbit(got.back()));
  EXPECT_TRUE(std::isnan(through_half({NAN})[0]));
}

}  // namespace
}  // namespace warpledger
