// Outputs that are compared otherwise than element by element, from the family to the pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// `big` are the numbers of x above 0, in any order; `sum` is their sum, `root` their roots by a coarse method.
constexpr const char* kComparedFamily = R"yaml(family: pick
about: The positive numbers of x.
parameters:
  n: {type: int, min: 1}
buffers:
  x: {type: f32, count: n, role: in, fill: "uniform(1, 2)"}
  scratch: {type: f32, count: n, role: scratch}
  big: {type: f32, count: n, role: out, unordered: true, tolerance: {abs: 0, because: copies}}
  root: {type: f32, count: n, role: out, tolerance: {norm: 1e-3, because: a coarse root}}
  zero: {type: f32, count: n, role: inout, fill: constant(0), tolerance: {abs: 5, matched: 0.5, because: a weak check}}
reference: {source: pick.cu, kernel: pick_reference, args: [big, root, zero, x, i32 n]}
kernels:
  pick_all: {source: pick.cu, args: [big, root, x, i32 n]}
  pick_big: {source: pick.cu, args: [big, x, i32 n], outputs: [big]}
)yaml";

constexpr const char* kComparedKernels = R"cuda(
__device__ int index() { return threadIdx.x + blockIdx.x * blockDim.x; }
__global__ void pick_all(float* big, float* root, const float* x, int n) {
  for (int i = index(); i < n; i += blockDim.x * gridDim.x) {
    big[n - 1 - i] = x[i];
    root[i] = sqrtf(x[i]) * 1.0005f;
  }
}
__global__ void pick_big(float* big, const float* x, int n) {
  for (int i = index(); i < n; i += blockDim.x * gridDim.x) big[i] = x[i];
}
__global__ void pick_reference(double* big, double* root, double* zero, const float* x, int n) {
  for (int i = index(); i < n; i += blockDim.x * gridDim.x) {
    big[i] = x[i];
    root[i] = sqrt(static_cast<double>(x[i]));
    zero[i] = 0;
  }
}
)cuda";

class Comparisons : public testing::Test {
 protected:
  Comparisons() {
    for (const char* below : {"experiments", "kernels/pick"})
      std::filesystem::create_directories(folder_ + "/" + below);
    write("kernels/pick/family.yaml", kComparedFamily);
    write("kernels/pick/pick.cu", kComparedKernels);
    write("experiments/pick.yaml",
          "experiment: pick\nabout: Does it work?\nfamily: pick\ngrid: {n: 100, blocks: 2}\n"
          "measure: {samples: {min: 1, max: 1}}\n");
  }
  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  Ended run() const { return shell("warpledger run pick --quiet --device " + device_under_test(), folder_); }

  const std::string folder_ = fresh_folder();
};

TEST_F(Comparisons, AreMadeAsTheFamilySaysAndNamedForItsReaders) {
  const Ended ended = run();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  const std::string sentence =
      "Output root is compared with the reference: accepted when the relative L2 error of the whole";
  for (const char* command : {"warpledger report --format md", "warpledger show latest"}) {
    const std::string page = shell(command, folder_).out;
    EXPECT_THAT(page, AllOf(HasSubstr("not filled by pick_big"), HasSubstr("sorted, each element is within 0")));
  }
  EXPECT_THAT(shell("warpledger report --format md", folder_).out, HasSubstr(sentence));
  EXPECT_THAT(shell("warpledger show pick", folder_).out,
              AllOf(HasSubstr("the fraction 0.5 of the elements is within 5"), HasSubstr("accepted when")));
}

TEST_F(Comparisons, ThatTellNoKernelWithoutWorkAreWarnedOf) {
  const std::string warnings = run().err;
  EXPECT_THAT(warnings,
              AllOf(HasSubstr("warning: all zeros would pass as the output zero, first at the point pick_all n=100"),
                    HasSubstr("its content from before the launch would pass as the output zero"),
                    Not(HasSubstr("output big")), Not(HasSubstr("output root"))));
}

TEST_F(Comparisons, RefuseWhatIsBeyondTheNorm) {
  std::string kernels = kComparedKernels;
  write("kernels/pick/pick.cu", kernels.replace(kernels.find("1.0005f"), 7, "1.0015f"));
  EXPECT_EQ(run().exit_code, 1);
  EXPECT_THAT(shell("warpledger query \"SELECT reason FROM points WHERE outcome <> 'ok'\"", folder_).out,
              HasSubstr("root: the relative L2 error is 0.0015 (tolerance 0.001: a coarse root)"));
}

}  // namespace
}  // namespace warpledger::e2e
