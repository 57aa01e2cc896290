// Inputs that a kernel of the family makes, on the device under test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

// y = the differences of x, which rises, with noise.
constexpr const char* kOffsetsFamily = R"yaml(family: offsets
about: Differences of rising numbers.
parameters:
  n: {type: int, min: 1}
buffers:
  x: {type: i32, count: n + 1, role: in, fill: {kernel: make_offsets, source: fills.cu, template: [3], args: [i32 n + 1]}}
  z: {type: f32, count: n, role: in, fill: "uniform(-1, 1)"}
  y: {type: f32, count: n, role: out, tolerance: {abs: 1e-6, because: one rounding}}
reference: {source: reference.cu, kernel: offsets_reference, args: [y, x, z, i32 n]}
kernels:
  differences: {source: differences.cu, args: [y, x, z, i32 n]}
)yaml";

constexpr const char* kOffsetsFill = R"cuda(
template <int step>
__global__ void make_offsets(int* x, unsigned long long seed, int count) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += blockDim.x * gridDim.x)
    x[i] = step * i + (seed * 2654435761u + i) % step;
}
)cuda";
constexpr const char* kReferenceOfOffsets = R"cuda(
__global__ void offsets_reference(double* y, const int* x, const float* z, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = x[i + 1] - x[i] + static_cast<double>(z[i]);
}
)cuda";
constexpr const char* kOffsetsKernel = R"cuda(
__global__ void differences(float* y, const int* x, const float* z, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) y[i] = x[i + 1] > x[i] ? x[i + 1] - x[i] + z[i] : 1e9f;
}
)cuda";

class KernelFill : public testing::Test {
 protected:
  KernelFill() {
    for (const char* below : {"experiments", "kernels/offsets", "ann"})
      std::filesystem::create_directories(folder_ + "/" + below);
    write("kernels/offsets/family.yaml", kOffsetsFamily);
    write("kernels/offsets/fills.cu", kOffsetsFill);
    write("kernels/offsets/reference.cu", kReferenceOfOffsets);
    write("kernels/offsets/differences.cu", kOffsetsKernel);
    write("ann/differences.cu", kOffsetsKernel);
    write("ann/fills.cu", "#error a fill is never a submission's\n");
    write("experiments/offsets.yaml",
          "experiment: offsets\nabout: Does it work?\nfamily: offsets\ngrid: {n: [7, 100], blocks: 2}\n"
          "measure: {samples: {min: 2, max: 2}}\n");
  }
  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  Ended on_device(const std::string& command) const {
    return shell("warpledger " + command + " --device " + device_under_test(), folder_);
  }
  /// What is said where the fill goes on for as long as `condition` holds.
  std::string refusal_of_fill_while(const std::string& condition) const {
    const std::string usual = "i < count;";
    std::string text = kOffsetsFill;
    write("kernels/offsets/fills.cu", text.replace(text.find(usual), usual.size(), condition));
    const Ended ended = on_device("run offsets --set n=7");
    EXPECT_EQ(ended.exit_code, 1);
    return ended.err;
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder_).out);
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(KernelFill, IsAnInputLikeAnyOther) {
  const Ended ended = on_device("run offsets --quiet");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(warpledger({"report"}, folder_).out, HasSubstr("x by the kernel make_offsets of fills.cu"));
}

TEST_F(KernelFill, OfTheFamilyIsWhatSubmissionsAreGiven) {
  const Ended ended = on_device("check ann --experiment offsets");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
}

TEST_F(KernelFill, IsPartOfThePointsKeyAndMadeAgainFromTheLedger) {
  EXPECT_EQ(on_device("run offsets --quiet --set n=7").exit_code, 0);
  write("kernels/offsets/fills.cu", std::string(kOffsetsFill) + "// changed\n");
  EXPECT_EQ(on_device("run offsets --quiet --set n=7").exit_code, 0);
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points").at(0).at("n"), 2);
  std::filesystem::remove_all(folder_ + "/kernels");
  const Ended again = shell("warpledger rerun latest --quiet", folder_);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points").at(0).at("n"), 2);
}

TEST_F(KernelFill, ThatIsNotTheSameAgainIsRefused) {
  EXPECT_THAT(refusal_of_fill_while("i < count - 1;"),
              HasSubstr("its fill: element 7 is not the same when make_offsets<3> runs "));
}

TEST_F(KernelFill, ThatLeavesItsBufferIsRefused) {
  EXPECT_THAT(refusal_of_fill_while("i <= count;"), HasSubstr("its fill: wrote past the end of x"));
}

}  // namespace
}  // namespace warpledger::e2e
