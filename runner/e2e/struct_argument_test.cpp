// A kernel that takes its parameters as one struct, from its files to the ledger, trusted and as a submission.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

constexpr const char* kAffineFamily = R"yaml(family: affine
about: y = a * x + b.
parameters:
  n: {type: int, min: 1}
buffers:
  x: {type: f32, count: n, role: in, fill: "uniform(-1, 1)"}
  y: {type: f32, count: n, role: out, tolerance: {abs: 1e-6, because: two roundings}}
reference: {source: affine.cu, kernel: affine_reference, args: [y, x, i32 n]}
work: {elements: n}
kernels:
  affine: {source: affine.cu, args: [{struct: [i32 n, y, x, f32 2, f64 0.5]}]}
)yaml";

constexpr const char* kAffineSource = R"cuda(
struct Params {
  int n;
  float* y;
  const float* x;
  float a;
  double b;
};
__global__ void affine(Params p) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < p.n; i += blockDim.x * gridDim.x) p.y[i] = p.a * p.x[i] + p.b;
}
__global__ void affine_reference(double* y, const float* x, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) y[i] = 2.0 * x[i] + 0.5;
}
)cuda";

class StructArgument : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ + "/kernels/affine");
    std::filesystem::create_directories(folder_ + "/experiments");
    write("kernels/affine/family.yaml", kAffineFamily);
    write("kernels/affine/affine.cu", kAffineSource);
    write(
        "experiments/affine.yaml",
        "experiment: affine\nabout: A test.\nfamily: affine\ngrid: {n: [1000], kernel: [affine], blocks: 2, warps: 4}\n"
        "measure: {samples: {min: 2, max: 2}}\n");
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name) << text; }
  Ended run(const std::string& options) const {
    return shell("warpledger run affine --quiet --device host " + options, folder_);
  }

  std::string folder_ = fresh_folder();
};

TEST_F(StructArgument, ReachesTheKernelWithItsPointers) {
  const Ended ended = run("");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
}

TEST_F(StructArgument, ReachesUntrustedCodeInItsOwnProcess) {
  const Ended ended = run("--untrusted");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
}

TEST_F(StructArgument, OfAnotherSizeThanTheKernelsIsRefused) {
  write("kernels/affine/affine.cu",
        std::string(kAffineSource).replace(std::string(kAffineSource).find("double b"), 8, "float b"));
  const Ended ended = run("");
  EXPECT_EQ(ended.exit_code, 1) << ended.out;
  EXPECT_THAT(shell("warpledger query --format csv 'SELECT reason FROM points'", folder_).out,
              HasSubstr("the family passes a 40-byte value of a class"));
}

}  // namespace
}  // namespace warpledger::e2e
