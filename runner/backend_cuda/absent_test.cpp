#include <gtest/gtest.h>

#include "backend_cuda/counter_plan.h"
#include "backend_cuda/cuda_backend.h"
#include "backend_cuda/cuda_diagnosis.h"
#include "backend_cuda/nvrtc.h"
#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kMessage =
    "this program was built without the CUDA toolkit\n"
    "hint: install CUDA Toolkit 12.6 or newer, configure and build again; or run on the CPU: --device host";

TEST(WithoutTheToolkit, AskingForTheCudaBackendSaysSo) {
  try {
    make_cuda_backend({});
    FAIL() << "no Error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), kMessage);
  }
}

TEST(WithoutTheToolkit, AskingAboutCountersSaysSo) {
  EXPECT_THROW(plan_counters("GH100", {}), Error);
  EXPECT_THROW(chip_counters("GH100"), Error);
  EXPECT_THROW(known_chips(), Error);
}

TEST(WithoutTheToolkit, AskingForMachineCodeSaysSo) { EXPECT_THROW(cubin_for_arch({}, {}, 89, ""), Error); }

TEST(WithoutTheToolkit, ThereAreNoDevicesAndTheDiagnosisTellsWhy) {
  EXPECT_TRUE(cuda_devices({}).empty());
  const std::vector<Finding> findings = diagnose_cuda({});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_FALSE(findings[0].works);
  EXPECT_EQ(findings[0].detail, "this program was built without the CUDA toolkit");
}

}  // namespace
}  // namespace warpledger
