// Launches outside the clock, pointers to elements and to nothing, constants from buffers, on the device under test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

// y[i] = the sum of a window of x behind i, weighted by a constant array; written backwards, and turned outside the
// clock.
constexpr const char* kFormsFamily = R"yaml(family: window
about: Weighted sums of neighbours.
parameters:
  n: {type: int, min: 8}
buffers:
  w: {type: f32, count: 4, role: in, fill: "uniform(-1, 1)"}
  x: {type: f32, count: n + 3, role: in, fill: "uniform(-1, 1)"}
  turned: {type: f32, count: n, role: scratch}
  y: {type: f32, count: n, role: out, tolerance: {abs: 1e-5, because: sums of four products}}
constants:
  c_w: {buffer: w}
reference: {source: window.cu, kernel: window_reference, args: [y, x, w, i32 n]}
kernels:
  window_halves:
    source: window.cu
    launches:
      - {kernel: window, args: [turned, x, nullptr, i32 n, i32 n / 2, i32 0]}
      - {kernel: window, args: [turned, x + n / 2, nullptr, i32 n, i32 n / 2, i32 n / 2]}
      - {kernel: turn, args: [y, turned, i32 n], after: true}
)yaml";

constexpr const char* kFormsKernels = R"cuda(
__constant__ float c_w[4];
__device__ int first() { return threadIdx.x + blockIdx.x * blockDim.x; }
__device__ int step() { return blockDim.x * gridDim.x; }
__global__ void window(float* turned, const float* x, const float* nothing, int n, int count, int from) {
  if (nothing != nullptr) return;
  for (int i = first(); i < count; i += step()) {
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum += c_w[k] * x[i + k];
    turned[n - 1 - from - i] = sum;
  }
}
__global__ void turn(float* y, const float* turned, int n) {
  for (int i = first(); i < n; i += step()) y[i] = turned[n - 1 - i];
}
__global__ void window_reference(double* y, const float* x, const float* w, int n) {
  for (int i = first(); i < n; i += step()) {
    double sum = 0;
    for (int k = 0; k < 4; ++k) sum += static_cast<double>(w[k]) * x[i + k];
    y[i] = sum;
  }
}
)cuda";

class LaunchForms : public testing::Test {
 protected:
  LaunchForms() {
    for (const char* below : {"experiments", "kernels/window", "ann"})
      std::filesystem::create_directories(folder_ + "/" + below);
    write("kernels/window/family.yaml", kFormsFamily);
    write("kernels/window/window.cu", kFormsKernels);
    write("ann/window.cu", kFormsKernels);
    write("experiments/window.yaml",
          "experiment: window\nabout: Does it work?\nfamily: window\ngrid: {n: [64, 1000], blocks: 2}\n"
          "measure: {samples: {min: 2, max: 2}}\n");
  }
  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  Ended in_folder(const std::string& command) const {
    return shell(command + " --device " + device_under_test(), folder_);
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(LaunchForms, AreRight) {
  const Ended ended = in_folder("warpledger run window --quiet");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
}

TEST_F(LaunchForms, AreRightOnOtherInputsToo) {
  const Ended ended = in_folder("warpledger check ann --experiment window");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
}

TEST_F(LaunchForms, BehindTheClockAreNotGraded) {
  std::ofstream(folder_ + "/experiments/window.yaml", std::ios::app)
      << "grading:\n  submission: window_halves\n  problems:\n"
         "    - {name: A, points: 1, rules: [{correct: all, points: 1}]}\n";
  EXPECT_THAT(in_folder("warpledger run window --quiet").err,
              HasSubstr("'window_halves' has launches behind the timed ones, outside the clock"));
}

}  // namespace
}  // namespace warpledger::e2e
