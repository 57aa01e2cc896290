#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/cuda_check.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string text_of(CUptiResult result) { return CuptiFailure(result, "cuptiRangeProfilerStart").what(); }

TEST(CuptiCheck, CountersThatAnotherProgramHoldsNameWhoAndTheHint) {
  EXPECT_EQ(text_of(CUPTI_ERROR_HARDWARE_BUSY),
            "another program uses the GPU's counters (CUPTI error 26): stop ncu, or pause DCGM with 'dcgmi profile "
            "--pause'");
}

TEST(CuptiCheck, AToolThatIsAttachedIsNamed) {
  EXPECT_EQ(text_of(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED),
            "another tool is attached to this process (CUPTI error 39): run without ncu, nsys, compute-sanitizer and "
            "cuda-gdb");
}

TEST(CuptiCheck, MissingPrivilegesNameTheDriversSetting) {
  EXPECT_THAT(text_of(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES),
              AllOf(HasSubstr("(CUPTI error 35)"), HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"),
                    HasSubstr("--cap-add=SYS_ADMIN")));
}

TEST(CuptiCheck, AnyOtherFailureNamesTheFunctionAndCuptisWord) {
  EXPECT_THAT(text_of(CUPTI_ERROR_INVALID_PARAMETER),
              AllOf(HasSubstr("cuptiRangeProfilerStart returned"), HasSubstr("CUPTI_ERROR_INVALID_PARAMETER")));
}

}  // namespace
}  // namespace warpledger
