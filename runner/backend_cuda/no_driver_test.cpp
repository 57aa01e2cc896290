// Behaviour on a machine with the CUDA toolkit and without a GPU, as in CI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/cuda_backend.h"
#include "backend_cuda/cuda_device.h"
#include "backend_cuda/cuda_diagnosis.h"
#include "base/error.h"

namespace warpledger {
namespace {

using ::testing::HasSubstr;

class WithoutADriver : public ::testing::Test {
 protected:
  void SetUp() override {
    if (driver_state().devices > 0) GTEST_SKIP() << "this machine has a GPU";
  }
};

TEST_F(WithoutADriver, ThereAreNoCudaDevices) { EXPECT_TRUE(cuda_devices({}).empty()); }

TEST_F(WithoutADriver, AskingForTheBackendIsAnErrorWithACure) {
  try {
    make_cuda_backend({});
    FAIL() << "no Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "no NVIDIA driver is loaded");
    EXPECT_EQ(error.hint(),
              "install the NVIDIA driver (in a container: start it with --gpus all); or run on the CPU: --device host");
  }
}

TEST_F(WithoutADriver, TheDiagnosisNamesTheDriverAndStillShowsTheCompiler) {
  const std::vector<Finding> findings = diagnose_cuda({});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].what, "NVIDIA driver");
  EXPECT_FALSE(findings[0].works);
  EXPECT_EQ(findings[0].detail, "no NVIDIA driver is loaded");
  EXPECT_EQ(findings[1].what, "kernel compiler");
  EXPECT_TRUE(findings[1].works);
  EXPECT_THAT(findings[1].detail, HasSubstr("NVRTC 1"));
}

}  // namespace
}  // namespace warpledger
