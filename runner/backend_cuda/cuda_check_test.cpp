#include "backend_cuda/cuda_check.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

TEST(CudaCheck, AKernelsFaultEndsThePointWhicheverCallNoticesIt) {
  try {
    check_cuda(cudaErrorMisalignedAddress, "recording an event");
    FAIL() << "accepted";
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::launch_failed);
    EXPECT_STREQ(end.what(),
                 "a launch (noticed while recording an event) ended with cudaErrorMisalignedAddress: misaligned "
                 "address; usually a vector access, such as float4, at an address that is not a multiple of its size");
  }
}

TEST(CudaCheck, WhatTheMachineLacksIsAnErrorOfTheRun) {
  try {
    check_cuda(cudaErrorNotPermitted, "creating a stream");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(),
              "the GPU failed while creating a stream: cudaErrorNotPermitted: operation not permitted");
  }
}

TEST(CudaCheck, EveryFaultOfAKernelHasAUsualCause) {
  int faults = 0;
  for (int number = 0; number < 1000; ++number) {
    const auto error = static_cast<cudaError_t>(number);
    if (!is_kernel_fault(error)) continue;
    ++faults;
    EXPECT_NE(usual_cause(error), "") << name_and_text(error);
  }
  EXPECT_EQ(faults, 10);
}

TEST(CudaCheck, ALaunchThatNeedsTooMuchIsNoFaultOfTheContext) {
  EXPECT_FALSE(is_kernel_fault(cudaErrorLaunchOutOfResources));
  EXPECT_NE(usual_cause(cudaErrorLaunchOutOfResources), "");
}

}  // namespace
}  // namespace warpledger
