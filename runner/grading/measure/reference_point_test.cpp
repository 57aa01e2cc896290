#include "grading/measure/reference_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace warpledger {
namespace {

using testing::Eq;
using testing::Optional;

const std::vector<std::string> kReferences = {"other n=64 warps=1", "ref n=64 warps=1", "ref n=64 warps=4",
                                              "ref n=128 warps=1", "ref n=128 per=4 warps=1"};

TEST(ReferencePoint, IsTheOneOfTheSameParametersAndLaunch) {
  EXPECT_THAT(find_reference("own n=64 warps=4", "ref", kReferences), Optional(2));
  EXPECT_THAT(find_reference("own n=128 per=4 warps=1", "ref", kReferences), Optional(4));
}

TEST(ReferencePoint, OfAKernelWithALaunchOfItsOwnIsTheFirstOfItsProblem) {
  EXPECT_THAT(find_reference("own n=64", "ref", kReferences), Optional(1));
}

TEST(ReferencePoint, WithALaunchOfItsOwnServesEveryLaunch) {
  const std::vector<std::string> own_launch = {"ref n=64", "ref n=128"};
  EXPECT_THAT(find_reference("own n=128 blocks=1/SM warps=4", "ref", own_launch), Optional(1));
}

TEST(ReferencePoint, WithItsDefaultsIsPreferredToOneThatSaysMore) {
  EXPECT_THAT(find_reference("own n=128 warps=1", "ref", kReferences), Optional(3));
}

TEST(ReferencePoint, IsAbsentForAnotherProblemLaunchOrKernel) {
  EXPECT_THAT(find_reference("own n=256 warps=1", "ref", kReferences), Eq(std::nullopt));
  EXPECT_THAT(find_reference("own n=64 warps=2", "ref", kReferences), Eq(std::nullopt));
  EXPECT_THAT(find_reference("own n=64 warps=1", "third", kReferences), Eq(std::nullopt));
}

}  // namespace
}  // namespace warpledger
