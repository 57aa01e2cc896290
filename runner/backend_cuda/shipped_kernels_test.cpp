// Every kernel of the shipped family compiles for the architectures of the labs; needs no GPU.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "backend_cuda/nvrtc.h"
#include "base/text.h"

namespace warpledger {
namespace {

const std::filesystem::path kFamily = std::filesystem::path(WARPLEDGER_SOURCE_DIR) / "kernels" / "norm";

Program source(const std::string& name) {
  Program program{{"kernels/norm/" + name, read_file((kFamily / name).string())}, {}};
  for (const auto& file : std::filesystem::directory_iterator(kFamily))
    if (file.path().extension() == ".h")
      program.headers.push_back({file.path().filename().string(), read_file(file.path().string())});
  return program;
}

// The instances of the 2024 assignment's experiment.
std::vector<std::string> group_instances() {
  std::vector<std::string> instances;
  for (const int d_l : {4, 8, 32, 0})
    for (int grp_size = 1; grp_size <= (d_l == 0 ? 32 : d_l); grp_size *= 2)
      instances.push_back("norm_group<" + std::to_string(d_l) + "," + std::to_string(grp_size) + ">");
  return instances;
}

class ShippedKernels : public ::testing::TestWithParam<int> {
 protected:
  static std::size_t compiled(const std::string& file, const std::vector<std::string>& functions) {
    return compile_cubin(source(file), functions, nvrtc_options(GetParam())).functions.size();
  }
};

TEST_P(ShippedKernels, NormBaseCompiles) {
  EXPECT_EQ(compiled("norm_base.cu", {"norm_base<4>", "norm_base<8>", "norm_base<32>", "norm_base<0>"}), 4U);
}

TEST_P(ShippedKernels, NormGroupCompiles) {
  EXPECT_EQ(group_instances().size(), 19U);
  EXPECT_EQ(compiled("norm_group.cu", group_instances()), 19U);
}

TEST_P(ShippedKernels, TheReferenceCompiles) { EXPECT_EQ(compiled("reference.cu", {"norm_reference"}), 1U); }

INSTANTIATE_TEST_SUITE_P(Architectures, ShippedKernels, ::testing::Values(80, 86, 89, 90));

}  // namespace
}  // namespace warpledger
