#include "backend_cuda/nvrtc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/event_timer.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Cubin compile(const Program& program, const std::vector<std::string>& functions, int arch = 90) {
  return compile_cubin(program, functions, nvrtc_options(arch));
}

std::string compile_error(const Program& program, const std::vector<std::string>& functions) {
  try {
    compile(program, functions);
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::compile_failed);
    return end.what();
  }
  return "it compiled";
}

Program program(const std::string& text) { return {{"kernels/scale/scale.cu", text}, {}}; }

TEST(Nvrtc, InstantiatesTheTemplatesAskedFor) {
  const Cubin cubin = compile(program("template <int n, int g> __global__ void scale(float* x) { x[n] *= g; }"),
                              {"scale<32,8>", "scale<0, 1>"});
  EXPECT_EQ(cubin.functions.at("scale<32,8>"), "_Z5scaleILi32ELi8EEvPf");
  EXPECT_EQ(cubin.functions.at("scale<0, 1>"), "_Z5scaleILi0ELi1EEvPf");
  EXPECT_EQ(cubin.image.substr(1, 3), "ELF");
}

TEST(Nvrtc, FindsHeadersOfTheFamilyInMemory) {
  const Program with_header = {{"a.cu", "#include \"size.h\"\n__global__ void f(int* x) { *x = kSize; }"},
                               {{"size.h", "constexpr int kSize = 7;"}}};
  EXPECT_EQ(compile(with_header, {"f"}).functions.size(), 1U);
}

TEST(Nvrtc, CompilesForTheArchitectureThatAProgramIsForAlone) {
  Program shrinks = program(
      "#include <cuda.h>\n"
      "__global__ void __launch_bounds__(128, 1) f(const __grid_constant__ CUtensorMap map) {\n"
      "  asm volatile(\"setmaxnreg.dec.sync.aligned.u32 40;\");\n"
      "  asm volatile(\"prefetch.tensormap [%0];\" ::\"l\"(&map));\n"
      "}");
  EXPECT_THAT(compile_error(shrinks, {"f"}), HasSubstr("setmaxnreg"));
  shrinks.options = {"--gpu-architecture=sm_90a"};
  EXPECT_EQ(compile(shrinks, {"f"}).functions.size(), 1U);
}

TEST(Nvrtc, FindsHeadersOfTheToolkit) {
  const Program half = program("#include <cuda_fp16.h>\n__global__ void f(__half* x) { *x = __float2half(1.0f); }");
  EXPECT_EQ(compile(half, {"f"}).functions.size(), 1U);
}

TEST(Nvrtc, TheGnuConditionalWithoutAMiddleOperandIsRefusedWithAHint) {
  EXPECT_THAT(compile_error(program("__global__ void f(int* x, int m) { *x = m ?: 1; }"), {"f"}),
              EndsWith("\nNVRTC does not know the GNU form a ?: b; write a ? a : b"));
}

TEST(Nvrtc, CompileErrorsNameTheStudentsFileAndLine) {
  const std::string message = compile_error(program("__global__ void f(float* x) {\n  y[0] = 1;\n}\n"), {"f"});
  EXPECT_THAT(message, HasSubstr("kernels/scale/scale.cu(2): error: identifier \"y\" is undefined"));
  EXPECT_THAT(message, Not(HasSubstr(std::string(1, '\0'))));
}

TEST(Nvrtc, AFunctionThatIsNotThereIsACompileError) {
  const std::string message = compile_error(program("__global__ void f() {}"), {"g"});
  EXPECT_THAT(message, testing::StartsWith("the source has no kernel g: "));
  EXPECT_THAT(message, Not(HasSubstr("__nv_name_map")));
}

TEST(Nvrtc, ALaunchInAMainIsRefusedWithAHint) {
  EXPECT_THAT(compile_error(program("__global__ void f(int*) {}\nint main() { f<<<1, 1>>>(nullptr); }\n"), {"f"}),
              EndsWith("put code of the host behind #ifndef __CUDACC_RTC__"));
}

TEST(Nvrtc, AFunctionIsNoInstanceOfATemplate) {
  for (const std::string plain : {"__global__ void f(int* x, int) {}", "extern \"C\" __global__ void f(int*) {}"})
    EXPECT_EQ(compile_error(program(plain), {"f<4,1>"}), "the source has no kernel f<4,1>: it is not a template");
}

TEST(Nvrtc, AnInstanceIsFoundWhereverItsTemplateIs) {
  const Program templates = program(
      "namespace a { template <int N> __global__ void f(int*) {} }\n"
      "namespace { template <class T, int N> __global__ void g(T*) {} }\n"
      "template <int N> static __global__ void h(int*) {}\n"
      "#define another h\n");
  EXPECT_EQ(compile(templates, {"a::f<4>", "g<float,2>", "h<1>", "another<2>"}).functions.size(), 4U);
}

TEST(Nvrtc, MathIsTheDefaultOne) {
  EXPECT_THAT(nvrtc_options(89), Not(::testing::Contains(HasSubstr("fast"))));
  EXPECT_EQ(nvrtc_options(89).front(), "--gpu-architecture=sm_89");
}

class TimingKernels : public ::testing::TestWithParam<int> {};

TEST_P(TimingKernels, CompileForEveryArchitecture) {
  EXPECT_EQ(compile_cubin(timing_program(), kTimingKernels, nvrtc_options(GetParam())).functions.size(),
            kTimingKernels.size());
}

INSTANTIATE_TEST_SUITE_P(Architectures, TimingKernels, ::testing::Values(80, 86, 89, 90));

}  // namespace
}  // namespace warpledger
