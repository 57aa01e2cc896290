#include "backend_host/host_limits.h"

#include "backend_host/kernel_fixture.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

class HostLimits : public KernelTest {
 protected:
  /// Returns "outcome: reason" of a program that the host's compiler rejects.
  std::string ending(const std::string& source, const CubinCompiler& compile_cubin) {
    const auto backend = make_host_backend(profile(), cache_dir(), compile_cubin);
    const std::vector<std::string> functions = {"f"};
    try {
      backend->compile({{"src/k.cu", source}, {}}, functions);
    } catch (const PointFailure& end) {
      return std::string(name_of(end.outcome())) + ": " + end.what();
    }
    return "it compiled";
  }
  static Cubin take(const Program&, std::span<const std::string>, int) { return {}; }
  static Cubin refuse(const Program&, std::span<const std::string>, int) {
    throw PointFailure(Outcome::compile_failed, "k.cu(2): error: no");
  }
};

constexpr const char* kUnknown = "\n__global__ void f(int* a) { a[0] = __vadd4(a[1], a[2]); }\n";
constexpr const char* kTypo = "\n__global__ void f(int* a) { a[0] = nonsense; }\n";

TEST_F(HostLimits, WhatAGpuTakesIsALimitOfTheHostAtItsLine) {
  EXPECT_EQ(ending(kUnknown, take),
            "invalid_point: src/k.cu:2: the host backend does not know '__vadd4'; it may be fine on a GPU");
  EXPECT_EQ(ending("#include <cub/cub.cuh>\n__global__ void f(int*) {}\n", take),
            "invalid_point: src/k.cu:1: the host backend does not know <cub/cub.cuh>; it may be fine on a GPU");
  EXPECT_EQ(
      ending(
          "#include <cooperative_groups.h>\n__global__ void f(int*) {\n  cooperative_groups::this_grid().sync();\n}\n",
          take),
      "invalid_point: src/k.cu:3: the host backend does not know 'sync'; it may be fine on a GPU");
}

TEST_F(HostLimits, PtxIsOne) {
  const char* const source =
      "__global__ void f(float* a) {\n  float x;\n  asm volatile(\"ld.global.f32 %0, [%1];\" : \"=f\"(x) : \"l\"(a));\n"
      "  a[0] = x;\n}\n";
  EXPECT_EQ(ending(source, take),
            "invalid_point: src/k.cu:3: the host backend does not know PTX (asm); it may be fine on a GPU");
  EXPECT_THAT(ending(source, {}), testing::StartsWith("invalid_point: src/k.cu:3: "));
}

TEST_F(HostLimits, WhatAGpuRefusesTooIsWrong) {
  EXPECT_THAT(ending(kTypo, refuse), testing::StartsWith("compile_failed: src/k.cu:2:"));
  EXPECT_THAT(ending(kUnknown, refuse), testing::StartsWith("compile_failed: "));
}

TEST_F(HostLimits, ALongMessageIsTold) {
  for (const std::size_t length : {20'000, 400'000}) {
    const std::string source = "static_assert(false, \"" + std::string(length, 'x') + "\");\n";
    EXPECT_THAT(ending(source, refuse), testing::StartsWith("compile_failed: src/k.cu:1:")) << length;
  }
}

TEST_F(HostLimits, AHeaderOfTheToolkitIsALimitThoughNvrtcDoesNotTakeAllOfIt) {
  EXPECT_EQ(
      ending("#include <cub/cub.cuh>\n__global__ void f(int*) {}\n", refuse),
      "invalid_point: src/k.cu:1: the host backend does not know <cub/cub.cuh>; the compiler for GPUs does not take "
      "all of it either: include the part that is used, such as <cub/block/block_reduce.cuh>");
  EXPECT_THAT(ending("#include <cubes.h>\n__global__ void f(int*) {}\n", refuse),
              testing::StartsWith("compile_failed: src/k.cu:1:"));
}

TEST_F(HostLimits, AKernelThatIsDeclaredAndNotDefinedIsWrongThoughNvrtcTakesIt) {
  const auto take_without_code = [](const Program&, std::span<const std::string>, int) {
    return Cubin{read_file(WARPLEDGER_SOURCE_DIR "/runner/sass/testdata/needs.sm_80.cubin"), {{"f", "_Z1fPi"}}};
  };
  const char* const ended = "compile_failed: f(int*) is declared and not defined";
  EXPECT_EQ(ending("__global__ void f(int*);\n", take_without_code), ended);
  EXPECT_EQ(ending("__global__ void f(int*);\n", {}), ended);
}

TEST_F(HostLimits, StaticMemoryBeyondAddressesIsOne) {
  EXPECT_EQ(ending("__device__ char big[400000000000];\n__global__ void f(char* a) { a[0] = big[a[1]]; }\n", take),
            "invalid_point: the host backend does not know static memory of more than 2 GiB; it may be fine on a GPU");
}

TEST_F(HostLimits, WithoutAToolkitTheNameDecides) {
  EXPECT_THAT(ending(kTypo, {}), testing::StartsWith("compile_failed: "));
  EXPECT_EQ(ending(kUnknown, {}),
            "invalid_point: src/k.cu:2: the host backend does not know '__vadd4'; it may be fine on a GPU");
  EXPECT_THAT(ending("#include <cuda/std/array>\n__global__ void f(int*) {}\n", {}),
              testing::HasSubstr("does not know <cuda/std/array>"));
}

}  // namespace
}  // namespace warpledger
