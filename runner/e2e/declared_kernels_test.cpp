// A family of element types, words, macros and options, from its files to the ledger, its pages and a rerun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// y[i] = scale * x[order[i]] where keep[i], else 0; mode `twice` doubles it by a macro.
constexpr const char* kFamily = R"yaml(family: pick
about: Elements of x in another order.
include: common
parameters:
  n: {type: int, min: 1}
  elt: {type: type, values: [f16, f8e4m3, i8, f32]}
  mode: {type: string, values: [once, twice]}
  fast: {type: int, values: [0, 1], default: 0}
buffers:
  x: {type: elt, count: n, role: in, fill: "uniform(-8, 7)"}
  order: {type: u16, count: n, role: in, fill: permutation}
  keep: {type: bool, count: n, role: in, fill: "uniform(0, 1)"}
  y: {type: elt, count: n, role: out, tolerance: {rel: ulp(elt) / 2, abs: "elt == 'i8' ? 0 : smallest(elt)", because: one rounding}}
reference:
  source: reference.cu
  kernel: pick_reference
  template: [elt]
  args: [y, x, order, keep, elt 2, "i32 mode == 'twice' ? 2 : 1", i32 n]
work: {elements: n, ideal_read_bytes: (sizeof(elt) + 3) * n, ideal_write_bytes: sizeof(elt) * n}
kernels:
  pick:
    source: [scale.cuh, pick.cu]
    defines: {MODE: mode, TIMES: "mode == 'twice' ? 2 : 1"}
    options: {option: -use_fast_math, where: fast}
    template: [elt, true]
    args: [y, x, order, keep, elt 2, i32 n]
)yaml";

constexpr const char* kTypes = "#include <cuda_fp16.h>\n#include <cuda_fp8.h>\n";
constexpr const char* kReference = R"cuda(
template <class T>
__global__ void pick_reference(double* y, const T* x, const unsigned short* order, const bool* keep, T scale, int times,
                               int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = keep[i] ? times * static_cast<double>(static_cast<float>(scale)) * static_cast<float>(x[order[i]]) : 0;
}
)cuda";
constexpr const char* kKernel = R"cuda(
enum Mode { once, twice };
static_assert(TIMES == 1 + MODE);
template <class T, bool checked>
__global__ void pick(T* y, const T* x, const unsigned short* order, const bool* keep, T scale, int n) {
  const int i = index();
  if (i < n || !checked) y[i] = static_cast<T>(keep[i] ? scaled(TIMES * static_cast<float>(scale), x[order[i]]) : 0.0f);
}
)cuda";

class DeclaredKernels : public testing::Test {
 protected:
  DeclaredKernels() {
    for (const char* below : {"experiments", "kernels/pick", "kernels/common"})
      std::filesystem::create_directories(folder_ + "/" + below);
    write("kernels/pick/family.yaml", kFamily);
    write("kernels/pick/reference.cu", kTypes + std::string(kReference));
    write("kernels/pick/scale.cuh",
          kTypes + std::string("#include \"index.h\"\ntemplate <class T> __device__ float scaled(float by, T x) {\n"
                               "  return by * static_cast<float>(x);\n}\n"));
    write("kernels/pick/pick.cu", kKernel);
    write("kernels/common/index.h",
          "__device__ inline int index() { return threadIdx.x + blockIdx.x * blockDim.x; }\n");
    write("experiments/pick.yaml",
          "experiment: pick\nabout: Does it work?\nfamily: pick\n"
          "grid: {n: 251, elt: [f16, f8e4m3, i8, f32], mode: [once, twice], blocks: 2}\n"
          "where: \"elt != 'i8' || mode == 'twice'\"\n"
          "measure: {samples: {min: 1, max: 1}}\n");
  }

  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  std::string ok(const std::string& command) const {
    const Ended ended = shell("warpledger " + command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended.out;
  }
  std::string run(const std::string& set) const {
    return ok("run pick --quiet --device " + device_under_test() + " " + set);
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder_).out);
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(DeclaredKernels, AreRightInEveryTypeAndKeepTheirWords) {
  EXPECT_THAT(ok("plan pick --device host"), AllOf(HasSubstr("pick<f8e4m3,true>"), HasSubstr("twice"),
                                                   HasSubstr("7 points"), Not(HasSubstr("__half"))));
  EXPECT_THAT(ok("plan pick --device host --format json --set elt=f16"), HasSubstr(R"("elt":"f16")"));
  run("");
  EXPECT_EQ(json("SELECT count(*) AS n FROM point WHERE outcome = 'ok'").at(0).at("n"), 7);
  EXPECT_EQ(json("SELECT identity FROM point WHERE elt = 'i8'").at(0).at("identity"),
            "pick elt=i8 mode=twice n=251 blocks=2 warps=4");
  EXPECT_EQ(json("SELECT DISTINCT options FROM compile_options WHERE identity LIKE '%twice%'").at(0).at("options"),
            "-DMODE=twice\n-DTIMES=2");
  EXPECT_THAT(ok("show pick"), AllOf(HasSubstr("f16, f8e4m3, i8, f32"), HasSubstr("once, twice")));
  EXPECT_THAT(ok("report"), HasSubstr("f8e4m3"));
}

TEST_F(DeclaredKernels, AreComparedFollowedAndMeasuredAgain) {
  const std::string set = "--set elt=f16 --set mode=once";
  run(set), run(set);
  EXPECT_THAT(ok("compare latest~1 latest"), HasSubstr("elt=f16"));
  EXPECT_THAT(ok("history --experiment pick --set elt=f16"), HasSubstr("elt=f16"));
  std::filesystem::remove_all(folder_ + "/kernels");
  ok("rerun latest --quiet");
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points").at(0).at("n"), 1);
  EXPECT_EQ(json("SELECT count(*) AS n FROM points WHERE outcome = 'ok'").at(0).at("n"), 3);
}

TEST_F(DeclaredKernels, ThatAreWrongSayItInTheirTypesNumbers) {
  write("kernels/pick/pick.cu",
        "#define EARLY 1\n" + std::string(kKernel).replace(std::string(kKernel).find(": 0.0f"), 6, ": 0.1f"));
  const Ended wrong =
      shell("warpledger run pick --device " + device_under_test() + " --set elt=f16 --set mode=once", folder_);
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out + wrong.err, HasSubstr("got 0.099975586, expected 0 (tolerance"));
}

TEST_F(DeclaredKernels, ThatAHostCannotLaunchSayWhy) {
  if (on_cuda()) GTEST_SKIP() << "a GPU of compute capability 9.0 has clusters";
  for (const auto& [attribute, why] : {std::pair("cluster: 2", "it has no thread block clusters"),
                                       std::pair("cooperative: true", "it has no cooperative launches")}) {
    write("kernels/pick/family.yaml", std::string(kFamily) + "    " + attribute + "\n");
    const Ended ended = shell("warpledger run pick --device host --set elt=f16 --set mode=once", folder_);
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_THAT(ended.out + ended.err, AllOf(HasSubstr("invalid_point"), HasSubstr(why)));
  }
}

TEST_F(DeclaredKernels, RefuseWordsThatTheyDoNotHave) {
  const Ended refused = shell("warpledger plan pick --device host --set elt=f17", folder_);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("elt has no value 'f17'"));
}

}  // namespace
}  // namespace warpledger::e2e
