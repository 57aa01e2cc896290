#include "backend_host/compiler.h"
#include "backend_host/kernel_fixture.h"
#include "backend_host/traced_build.h"
#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kTwoKernels = R"(
__constant__ int c_n;
__global__ void f(int* data) { *data = c_n; }
__global__ void g(int* data) { *data = 2 * c_n; })";

class TracedModulesTest : public KernelTest {
 protected:
  HostModule plain(const std::string& source, const std::vector<std::string>& functions) {
    const Program program = {{"kernels/student.cu", source}, {}};
    return {compile_to_shared_object(find_host_compiler(), compile_target(profile()), program, functions, cache_dir()),
            GpuCode({}, program, functions, 89), std::nullopt};
  }

  TracedModules modules_{profile(), cache_dir()};
};

TEST_F(TracedModulesTest, AreCompiledForTheProfilesGpu) {
  EXPECT_EQ(compile_target(profile()).cuda_arch, 890);
  EXPECT_EQ(compile_target(profile()).max_dynamic_shared_bytes, 101376u);
}

TEST_F(TracedModulesTest, AProgramHasOneTwin) {
  const HostModule first = plain(kTwoKernels, {"f"}), again = plain(kTwoKernels, {"f"});
  const HostModule& twin = modules_.twin_of(first);
  EXPECT_NE(&twin, &first);
  EXPECT_EQ(&modules_.twin_of(first), &twin);
  EXPECT_EQ(&modules_.twin_of(again), &twin);
}

TEST_F(TracedModulesTest, OtherKernelsOrAnotherTextHaveAnother) {
  const HostModule of_f = plain(kTwoKernels, {"f"}), of_g = plain(kTwoKernels, {"g"});
  const HostModule& twin = modules_.twin_of(of_f);
  const HostModule& other = modules_.twin_of(of_g);
  EXPECT_NE(&twin, &other);
  EXPECT_NO_THROW(twin.kernel("f"));
  EXPECT_THROW(twin.kernel("g"), Error);
  EXPECT_NO_THROW(other.kernel("g"));
  const HostModule of_longer = plain(std::string(kTwoKernels) + "\n", {"f"});
  EXPECT_NE(&modules_.twin_of(of_longer), &twin);
}

TEST_F(TracedModulesTest, WhatDoesNotCompileEndsThePoint) {
  const std::vector<std::string> functions = {"f"};
  const Program program = {{"kernels/student.cu", kTwoKernels}, {}};
  const HostModule module(
      compile_to_shared_object(find_host_compiler(), compile_target(profile()), program, functions, cache_dir()),
      GpuCode({}, {{"kernels/student.cu", "__global__ void f(int* data) { *data = nothing; }"}, {}}, functions, 89),
      std::nullopt);
  for (int i = 0; i < 2; ++i) {
    try {
      modules_.twin_of(module);
      ADD_FAILURE() << "should not compile";
    } catch (const PointFailure& end) {
      EXPECT_EQ(end.outcome(), Outcome::compile_failed);
      EXPECT_THAT(end.what(), testing::HasSubstr("kernels/student.cu:1:"));
    }
  }
}

}  // namespace
}  // namespace warpledger
