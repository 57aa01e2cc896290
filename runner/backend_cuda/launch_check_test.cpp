#include <gtest/gtest.h>

#include <string>

#include "backend_cuda/cuda_device.h"

namespace warpledger {
namespace {

const LaunchLimits kLimits = {{2147483647, 65535, 65535}, {1024, 1024, 64}, 1024, 232448};
const FunctionNeeds kNeeds = {64, 1024, 0, 1024, {8, 4}};

BoundLaunch valid_launch() {
  BoundLaunch launch;
  launch.function = "norm<4>";
  launch.arguments = {DevicePointer{}, Scalar{ElementType::i32, {}}};
  launch.grid = {128};
  launch.block = {256};
  return launch;
}

std::string refusal(const BoundLaunch& launch, const FunctionNeeds& needs = kNeeds,
                    Outcome outcome = Outcome::invalid_point, const LaunchLimits& limits = kLimits) {
  try {
    check_launch(launch, needs, limits);
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), outcome);
    return end.what();
  }
  return "accepted";
}

TEST(LaunchCheck, AcceptsWhatTheDeviceAllows) {
  EXPECT_EQ(refusal(valid_launch()), "accepted");
  BoundLaunch largest = valid_launch();
  largest.block = {32, 32, 1};
  largest.shared_bytes = 232448 - 1024;
  EXPECT_EQ(refusal(largest), "accepted");
}

TEST(LaunchCheck, RefusesAnEmptyGrid) {
  BoundLaunch launch = valid_launch();
  launch.grid = {0, 1, 1};
  EXPECT_EQ(refusal(launch), "norm<4>: the grid is empty: 0 x 1 x 1");
}

TEST(LaunchCheck, RefusesAGridBeyondTheAxisLimit) {
  BoundLaunch launch = valid_launch();
  launch.grid = {1, 70000, 1};
  EXPECT_EQ(refusal(launch), "norm<4>: 70000 blocks in grid dimension y exceed the device limit of 65535");
}

TEST(LaunchCheck, RefusesABlockBeyondTheAxisLimit) {
  BoundLaunch launch = valid_launch();
  launch.block = {1, 1, 65};
  EXPECT_EQ(refusal(launch), "norm<4>: 65 threads in block dimension z exceed the device limit of 64");
}

TEST(LaunchCheck, RefusesAClusterThatTheDeviceOrTheGridDoesNotHave) {
  LaunchLimits limits = kLimits;
  BoundLaunch launch = valid_launch();
  launch.attributes.cluster = {2, 1, 1};
  EXPECT_EQ(refusal(launch),
            "norm<4>: the device has no thread block clusters: they need compute capability 9.0 or newer");
  limits.clusters = true;
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::invalid_point, limits), "accepted");
  launch.grid = {127, 1, 1};
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::invalid_point, limits),
            "norm<4>: a grid of 127 x 1 x 1 blocks is no multiple of a cluster of 2 x 1 x 1");
}

TEST(LaunchCheck, RefusesATensorMapOnADeviceWithoutThem) {
  LaunchLimits limits = kLimits;
  BoundLaunch launch = valid_launch();
  launch.arguments[0] = BoundTensorMap{};
  EXPECT_EQ(refusal(launch), "norm<4>: the device has no tensor maps: they need compute capability 9.0 or newer");
  limits.tensor_maps = true;
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed, limits),
            "norm<4> takes 8 B as argument 1, the family passes a tensor map of 128 B");
  FunctionNeeds needs = kNeeds;
  needs.parameter_bytes[0] = 128;
  EXPECT_EQ(refusal(launch, needs, Outcome::invalid_point, limits), "accepted");
}

TEST(LaunchCheck, RefusesAProgramForAnotherArchitectureAlone) {
  Device device;
  device.facts = {{"cc_major", 9}, {"cc_minor", 0}};
  Program program{{"a.cu", ""}, {}, {"-use_fast_math", "--gpu-architecture=sm_90a"}};
  EXPECT_NO_THROW(refuse_other_architecture(program, device));
  device.facts["cc_major"] = 10;
  try {
    refuse_other_architecture(program, device);
    ADD_FAILURE() << "accepted";
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::invalid_point);
    EXPECT_STREQ(end.what(), "a.cu is compiled for sm_90a alone, by its options; the device is of sm_100");
  }
  program.options.pop_back();
  EXPECT_NO_THROW(refuse_other_architecture(program, device));
}

TEST(LaunchCheck, RefusesACooperativeLaunchOnADeviceWithoutThem) {
  BoundLaunch launch = valid_launch();
  launch.attributes.cooperative = true;
  EXPECT_EQ(refusal(launch), "norm<4>: the device has no cooperative launches");
}

TEST(LaunchCheck, RefusesAProgrammaticLaunchOnADeviceWithoutThem) {
  LaunchLimits limits = kLimits;
  BoundLaunch launch = valid_launch();
  launch.attributes.programmatic = true;
  EXPECT_EQ(refusal(launch),
            "norm<4>: the device has no programmatic dependent launch: it needs compute capability 9.0 or newer");
  limits.programmatic = true;
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::invalid_point, limits), "accepted");
}

TEST(LaunchCheck, RefusesABlockOfTooManyThreads) {
  BoundLaunch launch = valid_launch();
  launch.block = {1024, 2, 1};
  EXPECT_EQ(refusal(launch), "norm<4>: 2048 threads per block exceed the device limit of 1024");
}

TEST(LaunchCheck, RefusesMoreThreadsThanTheFunctionsRegistersAllow) {
  FunctionNeeds hungry = kNeeds;
  hungry.registers = 255;
  hungry.max_threads_per_block = 128;
  EXPECT_EQ(refusal(valid_launch(), hungry),
            "norm<4>: 256 threads per block exceed the kernel's limit of 128, given its 255 registers per thread and "
            "its launch bounds");
}

TEST(LaunchCheck, RefusesTooMuchSharedMemoryWithStaticAndDynamicAdded) {
  BoundLaunch launch = valid_launch();
  launch.shared_bytes = 232448;
  EXPECT_EQ(refusal(launch),
            "norm<4>: 233472 bytes of shared memory per block exceed the device limit of 232448 (1024 static, 232448 "
            "dynamic)");
}

TEST(LaunchCheck, RefusesAnotherNumberOfArguments) {
  BoundLaunch launch = valid_launch();
  launch.arguments.pop_back();
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed), "norm<4> takes 2 arguments, the family passes 1");
}

TEST(LaunchCheck, RefusesAnArgumentOfAnotherSize) {
  BoundLaunch launch = valid_launch();
  launch.arguments[1] = Scalar{ElementType::f64, {}};
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed),
            "norm<4> takes 4 B as argument 2, the family passes f64 of 8 B");
  launch.arguments = {Scalar{ElementType::i32, {}}, DevicePointer{}};
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed),
            "norm<4> takes 8 B as argument 1, the family passes i32 of 4 B");
}

}  // namespace
}  // namespace warpledger
