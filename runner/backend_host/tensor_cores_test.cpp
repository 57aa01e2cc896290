#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

constexpr std::string_view kFragments = R"(
#include <mma.h>
using namespace nvcuda::wmma;
template <class Layout>
using A = fragment<matrix_a, 16, 16, 8, precision::tf32, Layout>;
template <class Layout>
using B = fragment<matrix_b, 16, 16, 8, precision::tf32, Layout>;
using C = fragment<accumulator, 16, 16, 8, float>;
template <class Layout>
using HalfA = fragment<matrix_a, 16, 16, 16, __half, Layout>;
template <class Layout>
using HalfB = fragment<matrix_b, 16, 16, 16, __half, Layout>;
using HalfC = fragment<accumulator, 16, 16, 16, float>;
)";

// Memory layout of the matrices: 16 x 8 times 8 x 16 plus 16 x 16.
constexpr int kB = 128;
constexpr int kC = 256;
constexpr int kEnd = 512;

class TensorCoresTest : public KernelTest {
 protected:
  static std::string kernel(const std::string& body) {
    return std::string(kFragments) + "__global__ void op(float* data) {" + body + "}";
  }
  std::vector<float> run_warp(const std::string& body, const std::vector<float>& data) {
    return run(kernel(body), "op", data, {}, {.x = 32});
  }
  std::string failure_of_warp(Outcome expected, const std::string& body) {
    return failure_of(expected, kernel(body), "op", std::vector<float>(kEnd), {}, {.x = 32});
  }

  /// Small integers, which are exact; no two rows are equal.
  static std::vector<float> matrices() {
    std::vector<float> data(kEnd);
    for (int i = 0; i < kEnd; ++i) data[i] = static_cast<float>(i * i % 23 - 11);
    return data;
  }
};

TEST_F(TensorCoresTest, MultipliesInEveryLayout) {
  const std::vector<float> data = matrices();
  for (const bool a_rows : {true, false}) {
    for (const bool b_rows : {true, false}) {
      const std::string a =
          a_rows ? "A<row_major> a; load_matrix_sync(a, data, 8);" : "A<col_major> a; load_matrix_sync(a, data, 16);";
      const std::string b = b_rows ? "B<row_major> b; load_matrix_sync(b, data + 128, 16);"
                                   : "B<col_major> b; load_matrix_sync(b, data + 128, 8);";
      const auto got = run_warp(a + b + R"(C c; load_matrix_sync(c, data + 256, 16, mem_row_major);
        mma_sync(c, a, b, c);
        store_matrix_sync(data + 256, c, 16, mem_row_major);)",
                                data);
      for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 16; ++column) {
          float sum = data[kC + row * 16 + column];
          for (int k = 0; k < 8; ++k)
            sum += data[a_rows ? row * 8 + k : k * 16 + row] * data[kB + (b_rows ? k * 16 + column : column * 8 + k)];
          EXPECT_EQ(got[kC + row * 16 + column], sum) << row << "," << column;
        }
      }
    }
  }
}

TEST_F(TensorCoresTest, MultipliesHalvesInEveryLayout) {
  // Two matrices of 16 x 16 halves in the first 256 floats, integers of both signs; sums in the next 256.
  std::vector<float> data = matrices();
  const auto factor = [](int i) { return static_cast<float>(i * i % 29 - 14); };
  for (const bool a_rows : {true, false}) {
    for (const bool b_rows : {true, false}) {
      const auto got = run_warp(fmt::format(R"(
        __half* const half_data = reinterpret_cast<__half*>(data);
        for (int i = threadIdx.x; i < 512; i += 32) half_data[i] = __float2half(i * i % 29 - 14);
        __syncwarp();
        HalfA<{}_major> a; load_matrix_sync(a, half_data, 16);
        HalfB<{}_major> b; load_matrix_sync(b, half_data + 256, 16);
        HalfC c; load_matrix_sync(c, data + 256, 16, mem_row_major);
        mma_sync(c, a, b, c);
        store_matrix_sync(data + 256, c, 16, mem_row_major);)",
                                            a_rows ? "row" : "col", b_rows ? "row" : "col"),
                                data);
      for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 16; ++column) {
          float sum = data[kC + row * 16 + column];
          for (int k = 0; k < 16; ++k)
            sum += factor(a_rows ? row * 16 + k : k * 16 + row) *
                   factor(256 + (b_rows ? k * 16 + column : column * 16 + k));
          EXPECT_EQ(got[kC + row * 16 + column], sum) << row << "," << column;
        }
      }
    }
  }
}

TEST_F(TensorCoresTest, FillsFragmentsOfHalves) {
  const auto got = run_warp(R"(
    HalfA<row_major> a; fill_fragment(a, 2.0f);
    HalfB<col_major> b; fill_fragment(b, __float2half(0.5f));
    for (int i = 0; i < b.num_elements; i++) b.x[i] = __half2float(b.x[i]) * 3;
    HalfC c; fill_fragment(c, 1.0f);
    mma_sync(c, a, b, c);
    store_matrix_sync(data, c, 16, mem_row_major);)",
                            std::vector<float>(kEnd));
  for (int i = 0; i < 256; ++i) EXPECT_EQ(got[i], 49);
}

TEST_F(TensorCoresTest, LoadsAndStoresSumsByRowsAndByColumns) {
  const std::vector<float> data = matrices();
  const auto got = run_warp(R"(C c; load_matrix_sync(c, data, 16, mem_row_major);
    store_matrix_sync(data + 256, c, 16, mem_col_major);)",
                            data);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(got[256 + i], data[i % 16 * 16 + i / 16]);
}

TEST_F(TensorCoresTest, GivesEachElementToOneLaneWhoCanChangeIt) {
  std::vector<float> data(kEnd, 3);
  data[0] = 1;
  const auto got = run_warp(R"(
    A<row_major> a; fill_fragment(a, 2.0f);
    B<col_major> b; fill_fragment(b, 0.5f);
    C c; load_matrix_sync(c, data, 16, mem_row_major);
    for (int i = 0; i < c.num_elements; i++) c.x[i] *= 10;
    mma_sync(c, a, b, c);
    store_matrix_sync(data, c, 16, mem_row_major);
    atomicAdd(data + 256, float(a.num_elements));
    atomicAdd(data + 257, float(b.num_elements));
    atomicAdd(data + 258, float(c.num_elements));)",
                            data);
  EXPECT_EQ(got[0], 18);
  for (int i = 1; i < 256; ++i) EXPECT_EQ(got[i], 38);
  EXPECT_EQ(got[256] - 3, 16 * 8);
  EXPECT_EQ(got[257] - 3, 8 * 16);
  EXPECT_EQ(got[258] - 3, 16 * 16);
}

TEST_F(TensorCoresTest, RoundsToElevenBitsWithTiesAwayFromZero) {
  const std::vector<float> from = {0.0f,
                                   1.0f,
                                   std::bit_cast<float>(0x3f800fffu),
                                   std::bit_cast<float>(0x3f801000u),
                                   std::bit_cast<float>(0xbf801000u),
                                   std::bit_cast<float>(0x3f803000u),
                                   std::bit_cast<float>(0x3fffffffu),
                                   std::numeric_limits<float>::max(),
                                   -INFINITY,
                                   NAN};
  auto data = from;
  data.resize(32);
  const auto got = run_warp("data[threadIdx.x] = __float_to_tf32(data[threadIdx.x]);", data);
  const std::vector<float> expected = {0, 1, 1, 1 + 0x1p-10f, -1 - 0x1p-10f, 1 + 0x2p-10f, 2, INFINITY, -INFINITY};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), got.begin()));
  EXPECT_TRUE(std::isnan(got[expected.size()]));
}

TEST_F(TensorCoresTest, IgnoresTheBitsOfAFactorThatTf32LacksAndKeepsThoseOfASum) {
  const float almost_two = std::bit_cast<float>(0x3fffffffu);
  std::vector<float> data(kEnd, almost_two);
  const auto got = run_warp(R"(
    A<row_major> a; load_matrix_sync(a, data, 8);
    B<col_major> b; fill_fragment(b, 0.0f);
    C c; load_matrix_sync(c, data, 16, mem_row_major);
    mma_sync(c, a, b, c);
    store_matrix_sync(data, c, 16, mem_row_major);
    fill_fragment(b, 0.125f);
    fill_fragment(c, 0.0f);
    mma_sync(c, a, b, c);
    store_matrix_sync(data + 256, c, 16, mem_row_major);)",
                            data);
  EXPECT_EQ(got[0], almost_two);
  EXPECT_EQ(got[256], 2 - 0x1p-10f);
}

TEST_F(TensorCoresTest, RefusesMemoryThatTheHardwareDoesNotTake) {
  EXPECT_EQ(failure_of_warp(Outcome::launch_failed, "A<row_major> a; load_matrix_sync(a, data + 4, 8);"),
            "launch 1 of 1, op with 1 block of 32 threads: block (0,0,0), thread (31,0,0): a matrix in memory must "
            "begin at a multiple of 32 bytes");
  EXPECT_EQ(failure_of_warp(Outcome::launch_failed,
                            "C c; fill_fragment(c, 0.0f); store_matrix_sync(data, c, 18, mem_row_major);"),
            "launch 1 of 1, op with 1 block of 32 threads: block (0,0,0), thread (31,0,0): rows or columns of a matrix "
            "in memory must be a multiple of 16 bytes apart");
  EXPECT_THAT(failure_of_warp(Outcome::launch_failed,
                              "HalfA<row_major> a; load_matrix_sync(a, reinterpret_cast<__half*>(data), 20);"),
              testing::HasSubstr("must be a multiple of 16 bytes apart"));
}

TEST_F(TensorCoresTest, RefusesAProductThatLanesAreMissingFrom) {
  EXPECT_EQ(failure_of_warp(Outcome::launch_failed, R"(
              if (threadIdx.x == 7) return;
              A<row_major> a; fill_fragment(a, 1.0f);
              B<col_major> b; fill_fragment(b, 1.0f);
              C c; fill_fragment(c, 0.0f);
              mma_sync(c, a, b, c);)"),
            "launch 1 of 1, op with 1 block of 32 threads: block (0,0,0), thread (31,0,0): mma_sync needs all 32 lanes "
            "of a warp");
}

TEST_F(TensorCoresTest, RefusesOtherShapesAndTypesWhenItCompiles) {
  for (const std::string other :
       {"fragment<matrix_a, 16, 16, 16, precision::tf32, row_major> a;",
        "fragment<matrix_a, 16, 16, 8, float, row_major> a;", "fragment<matrix_b, 16, 16, 8, precision::tf32> b;",
        "fragment<matrix_a, 16, 16, 8, __half, row_major> a;", "fragment<accumulator, 16, 16, 16, __half> c;",
        "fragment<accumulator, 32, 8, 16, float> c;"})
    EXPECT_THAT(failure_of_warp(Outcome::compile_failed, other),
                testing::HasSubstr("the host supports only these fragments: 16 x 16 x 8 with"))
        << other;
}

}  // namespace
}  // namespace warpledger
