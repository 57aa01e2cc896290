// Every kernel of every shipped family compiles for the architectures of the labs; needs no GPU.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "backend_cuda/nvrtc.h"
#include "base/text.h"

namespace warpledger {
namespace {

/// A source file of a family, and instances of its kernels as the shipped experiments use them.
struct KernelFile {
  std::string family, name;
  std::vector<std::string> functions;
};

const std::vector<KernelFile> kFiles = {
    {"norm", "reference.cu", {"norm_reference"}},
    {"norm", "norm_base.cu", {"norm_base<4>", "norm_base<8>", "norm_base<32>", "norm_base<0>"}},
    {"norm",
     "norm_group.cu",
     {"norm_group<4,1>", "norm_group<4,2>", "norm_group<4,4>", "norm_group<8,1>", "norm_group<8,2>", "norm_group<8,4>",
      "norm_group<8,8>", "norm_group<32,1>", "norm_group<32,2>", "norm_group<32,4>", "norm_group<32,8>",
      "norm_group<32,16>", "norm_group<32,32>", "norm_group<0,1>", "norm_group<0,2>", "norm_group<0,4>",
      "norm_group<0,8>", "norm_group<0,16>", "norm_group<0,32>"}},
    {"qkv", "reference.cu", {"qkv_reference"}},
    {"qkv", "qkv_base.cu", {"qkv_base<32>", "qkv_base<512>"}},
    {"qkv", "qkv_base_w2.cu", {"qkv_w_rearrange<32>", "qkv_base_w2<32>", "qkv_base_w2<512>"}},
    {"qkv", "qkv_strip.cu", {"qkv_strip<32>", "qkv_strip<512>"}},
    {"qkv", "qkv_strip_w2.cu", {"qkv_w_rearrange<32>", "qkv_strip_w2<32>", "qkv_strip_w2<512>"}},
    {"qkv", "qkv_tiled.cu", {"qkv_tiled<32>", "qkv_tiled<512>"}},
    {"qkv", "qkv_register_tiled.cu", {"qkv_register_tiled<32>", "qkv_register_tiled<512>"}},
    {"qkv", "qkv_vector_loads.cu", {"qkv_w_rearrange<512>", "qkv_vector_loads<32>", "qkv_vector_loads<512>"}},
    {"qkv", "qkv_double_buffered.cu", {"qkv_w_rearrange<512>", "qkv_double_buffered<32>", "qkv_double_buffered<512>"}},
    {"qkv", "qkv_register_weights.cu", {"qkv_w_rearrange<32>", "qkv_register_weights<32,96>"}},
    {"qkv", "qkv_tensor_cores.cu", {"qkv_tensor_cores<32,96>", "qkv_tensor_cores<512,1536>"}},
};

std::filesystem::path families() { return std::filesystem::path(WARPLEDGER_SOURCE_DIR) / "kernels"; }

Program program_of(const KernelFile& file) {
  const std::filesystem::path folder = families() / file.family;
  Program program{{"kernels/" + file.family + "/" + file.name, read_file((folder / file.name).string())}, {}};
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".h")
      program.headers.push_back({entry.path().filename().string(), read_file(entry.path().string())});
  return program;
}

TEST(ShippedKernels, AreAllNamedHere) {
  std::set<std::filesystem::path> shipped;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(families()))
    if (entry.path().extension() == ".cu") shipped.insert(entry.path());
  std::set<std::filesystem::path> named;
  for (const KernelFile& file : kFiles) named.insert(families() / file.family / file.name);
  EXPECT_EQ(named, shipped);
}

class EveryArchitecture : public ::testing::TestWithParam<int> {};

TEST_P(EveryArchitecture, CompilesEveryShippedKernel) {
  for (const KernelFile& file : kFiles) {
    SCOPED_TRACE(file.family + "/" + file.name);
    const Cubin cubin = compile_cubin(program_of(file), file.functions, nvrtc_options(GetParam()));
    EXPECT_EQ(cubin.functions.size(), file.functions.size());
    EXPECT_FALSE(cubin.image.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, EveryArchitecture, ::testing::Values(80, 86, 89, 90));

}  // namespace
}  // namespace warpledger
