// Several launches as one timed unit: one after the other, overlapping, as a graph; on the device under test.
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

// y = x * x + x + 1 by three launches, each of which reads what the one before it wrote.
constexpr const char* kChainFamily = R"yaml(family: chain
about: A polynomial in three launches.
parameters:
  n: {type: int, min: 1}
buffers:
  x: {type: f32, count: n, role: in, fill: "uniform(-1, 1)"}
  square: {type: f32, count: n, role: scratch}
  y: {type: f32, count: n, role: inout, fill: constant(7), tolerance: {abs: 1e-5, because: three roundings}}
reference: {source: chain.cu, kernel: chain_reference, args: [y, x, i32 n]}
kernels:
  chain_stream:
    source: chain.cu
    launches:
      - {kernel: multiply, args: [square, x, x, i32 n]}
      - {kernel: add, args: [y, square, x, i32 n]}
      - {kernel: add_one, args: [y, i32 n]}
  chain_overlapping:
    source: chain.cu
    launches:
      - {kernel: multiply, args: [square, x, x, i32 n]}
      - {kernel: add, args: [y, square, x, i32 n], programmatic: true}
      - {kernel: add_one, args: [y, i32 n], programmatic: true}
  chain_graph:
    source: chain.cu
    graph: true
    launches:
      - {kernel: multiply, args: [square, x, x, i32 n], prepare: true}
      - {kernel: add, args: [y, square, x, i32 n]}
      - {kernel: add_one, args: [y, i32 n]}
  chain_overlapping_graph:
    source: chain.cu
    graph: true
    launches:
      - {kernel: multiply, args: [square, x, x, i32 n]}
      - {kernel: add, args: [y, square, x, i32 n], programmatic: true}
      - {kernel: add_one, args: [y, i32 n], programmatic: true}
)yaml";

constexpr const char* kChainKernels = R"cuda(
__device__ int first() { return threadIdx.x + blockIdx.x * blockDim.x; }
__device__ int step() { return blockDim.x * gridDim.x; }
__global__ void multiply(float* y, const float* a, const float* b, int n) {
  cudaGridDependencySynchronize();
  for (int i = first(); i < n; i += step()) y[i] = a[i] * b[i];
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void add(float* y, const float* a, const float* b, int n) {
  cudaGridDependencySynchronize();
  for (int i = first(); i < n; i += step()) y[i] = a[i] + b[i];
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void add_one(float* y, int n) {
  cudaGridDependencySynchronize();
  for (int i = first(); i < n; i += step()) y[i] += 1;
}
__global__ void chain_reference(double* y, const float* x, int n) {
  for (int i = first(); i < n; i += step()) y[i] = static_cast<double>(x[i]) * x[i] + x[i] + 1;
}
)cuda";

class TimedUnit : public testing::Test {
 protected:
  TimedUnit() {
    for (const char* below : {"experiments", "kernels/chain", "ann"})
      std::filesystem::create_directories(folder_ + "/" + below);
    write("kernels/chain/family.yaml", kChainFamily);
    write("kernels/chain/chain.cu", kChainKernels);
    write("ann/chain.cu", kChainKernels);
    write("experiments/chain.yaml",
          "experiment: chain\nabout: Does it work?\nfamily: chain\n"
          "grid: {n: [64, 1000], blocks: 2,\n"
          "  kernel: [chain_stream, chain_overlapping, chain_graph, chain_overlapping_graph]}\n"
          "measure: {samples: {min: 2, max: 2}}\n");
  }
  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  std::string ok(const std::string& command) const {
    const Ended ended = shell("warpledger " + command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended.out;
  }
  std::string ok_on_device(const std::string& command) const {
    return ok(command + " --device " + device_under_test());
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder_).out);
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(TimedUnit, IsRightAndTheLedgerSaysWhatItIs) {
  ok_on_device("run chain --quiet");
  const auto launches = [&](const std::string& kernel) {
    return json(
        "SELECT DISTINCT graph_launches, programmatic_launches FROM points WHERE outcome = 'ok' AND kernel = '" +
        kernel + "'");
  };
  EXPECT_EQ(launches("chain_stream"),
            nlohmann::json::parse(R"([{"graph_launches":null,"programmatic_launches":null}])"));
  EXPECT_EQ(launches("chain_overlapping"),
            nlohmann::json::parse(R"([{"graph_launches":null,"programmatic_launches":2}])"));
  EXPECT_EQ(launches("chain_graph"), nlohmann::json::parse(R"([{"graph_launches":2,"programmatic_launches":null}])"));
  EXPECT_EQ(launches("chain_overlapping_graph"),
            nlohmann::json::parse(R"([{"graph_launches":3,"programmatic_launches":2}])"));
}

TEST_F(TimedUnit, IsToldByPages) {
  ok_on_device("run chain --quiet --set n=64");
  for (const char* page : {"report", "show latest"})
    EXPECT_THAT(ok(page),
                AllOf(HasSubstr("chain_graph: 2 launches timed as one CUDA graph and counted outside it."),
                      HasSubstr("chain_overlapping: launches 2, 3 may begin before the one before has ended."),
                      Not(HasSubstr("chain_stream:"))));
  EXPECT_EQ(ok("report").find("A host runs launches one after the other.") == std::string::npos, on_cuda());
  EXPECT_THAT(ok("show chain"), AllOf(HasSubstr("timed as"), HasSubstr("one CUDA graph and")));
}

TEST_F(TimedUnit, OfSubmittedCodeIsRightOnOtherInputsToo) { ok_on_device("check ann --experiment chain"); }

TEST_F(TimedUnit, IsMeasuredAgainAsItWas) {
  ok_on_device("run chain --quiet");
  std::filesystem::remove_all(folder_ + "/kernels");
  ok("rerun latest --quiet");
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points").at(0).at("n"), 8);
  EXPECT_EQ(json("SELECT count(*) AS n FROM points WHERE outcome = 'ok'").at(0).at("n"), 16);
}

}  // namespace
}  // namespace warpledger::e2e
