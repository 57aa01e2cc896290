// Checks the shipped kernels of the 2024 assignment against their reference.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "backend_host/kernel_fixture.h"
#include "base/file.h"

namespace warpledger {
namespace {

Program norm_program(const std::string& file) {
  const std::string folder = std::string(WARPLEDGER_SOURCE_DIR) + "/kernels/norm/";
  return {{"kernels/norm/" + file, read_file(folder + file)}, {{"norm.h", read_file(folder + "norm.h")}}};
}

class NormKernelsTest : public KernelTest {
 protected:
  /// Runs the kernels on a number of vectors that is not a multiple of any block or group size.
  void check(int d_l, const std::vector<std::string>& functions, const std::string& file) {
    const int n_l = 1009;
    const std::vector<float> input = random_vector(n_l * d_l);
    const std::vector<double> expected = reference(input, n_l, d_l);
    const auto in = upload(input);
    const auto module = backend_->compile(norm_program(file), functions);
    for (const std::string& function : functions) {
      const auto out = upload(std::vector<float>(input.size(), NAN));
      Work work = {
          .constants = {{module.get(), {"c_app", shape(d_l, n_l)}}},
          .launches = {
              {module.get(), function, {DevicePointer{out.get()}, DevicePointer{in.get()}}, {.x = 3}, {.x = 96}}}};
      backend_->launch(work);
      const std::vector<float> got = download<float>(*out);
      double worst = 0;
      for (std::size_t i = 0; i < got.size(); ++i) worst = std::fmax(worst, std::abs(got[i] - expected[i]));
      EXPECT_FALSE(std::any_of(got.begin(), got.end(), [](float x) { return std::isnan(x); })) << function;
      EXPECT_LE(worst, 2e-7 * (std::sqrt(d_l) + 4)) << function << " d_l " << d_l;
    }
  }

  std::vector<double> reference(const std::vector<float>& input, int n_l, int d_l) {
    const auto in = upload(input);
    const auto out = upload(std::vector<double>(input.size()));
    const std::vector<std::string> functions = {"norm_reference"};
    const auto module = backend_->compile(norm_program("reference.cu"), functions);
    backend_->launch({.launches = {{module.get(),
                                    "norm_reference",
                                    {DevicePointer{out.get()}, DevicePointer{in.get()}, scalar_of(n_l), scalar_of(d_l)},
                                    {.x = 4},
                                    {.x = 64}}}});
    return download<double>(*out);
  }

  static std::vector<std::byte> shape(int d_l, int n_l) {
    const std::vector<int> values = {d_l, n_l};
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
  }

  static std::vector<float> random_vector(int count) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<float> values(count);
    for (float& value : values) value = uniform(generator);
    return values;
  }
};

TEST_F(NormKernelsTest, TheReferenceSubtractsTheMeanOfEachVector) {
  EXPECT_EQ(reference({1, 2, 6, -4, 0, 4}, 2, 3), (std::vector<double>{-2, -1, 3, -4, 0, 4}));
}

TEST_F(NormKernelsTest, OneThreadAVectorIsRightForEveryLength) {
  for (const int d_l : {1, 4, 8, 32}) check(d_l, {fmt::format("norm_base<{}>", d_l)}, "norm_base.cu");
  for (const int d_l : {33, 128, 1024}) check(d_l, {"norm_base<0>"}, "norm_base.cu");
}

TEST_F(NormKernelsTest, AGroupAVectorIsRightForEveryLengthAndGroup) {
  for (const int d_l : {4, 7, 8, 32, 128, 1024}) {
    std::vector<std::string> functions;
    for (int group = 1; group <= 32 && group <= d_l; group *= 2)
      functions.push_back(fmt::format("norm_group<{},{}>", d_l <= 32 ? d_l : 0, group));
    check(d_l, functions, "norm_group.cu");
  }
}

}  // namespace
}  // namespace warpledger
