#include "backend_cuda/launch_check.h"

#include <gtest/gtest.h>

#include <string>

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
                    Outcome outcome = Outcome::invalid_point) {
  try {
    check_launch(launch, needs, kLimits);
  } catch (const PointEnd& end) {
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
  EXPECT_EQ(refusal(launch), "norm<4>: a grid of 0 in x");
}

TEST(LaunchCheck, RefusesAGridBeyondTheAxisLimit) {
  BoundLaunch launch = valid_launch();
  launch.grid = {1, 70000, 1};
  EXPECT_EQ(refusal(launch), "norm<4>: a grid of 70000 in y; the device allows 65535");
}

TEST(LaunchCheck, RefusesABlockBeyondTheAxisLimit) {
  BoundLaunch launch = valid_launch();
  launch.block = {1, 1, 65};
  EXPECT_EQ(refusal(launch), "norm<4>: a block of 65 in z; the device allows 64");
}

TEST(LaunchCheck, RefusesABlockOfTooManyThreads) {
  BoundLaunch launch = valid_launch();
  launch.block = {1024, 2, 1};
  EXPECT_EQ(refusal(launch), "norm<4>: a block of 2048 threads; the device allows 1024");
}

TEST(LaunchCheck, RefusesMoreThreadsThanTheFunctionsRegistersAllow) {
  FunctionNeeds hungry = kNeeds;
  hungry.registers = 255;
  hungry.max_threads_per_block = 128;
  EXPECT_EQ(refusal(valid_launch(), hungry),
            "norm<4>: a block of 256 threads; with its 255 registers a thread and its launch bounds the function "
            "allows 128");
}

TEST(LaunchCheck, RefusesTooMuchSharedMemoryWithStaticAndDynamicAdded) {
  BoundLaunch launch = valid_launch();
  launch.shared_bytes = 232448;
  EXPECT_EQ(refusal(launch),
            "norm<4>: 233472 B of shared memory a block (1024 static, 232448 dynamic); the device allows 232448");
}

TEST(LaunchCheck, RefusesAnotherNumberOfArguments) {
  BoundLaunch launch = valid_launch();
  launch.arguments.pop_back();
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed), "norm<4>: takes 2 arguments; the family passes 1");
}

TEST(LaunchCheck, RefusesAnArgumentOfAnotherSize) {
  BoundLaunch launch = valid_launch();
  launch.arguments[1] = Scalar{ElementType::f64, {}};
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed),
            "norm<4>: argument 2 has 4 B; the family passes f64 of 8 B");
  launch.arguments = {Scalar{ElementType::i32, {}}, DevicePointer{}};
  EXPECT_EQ(refusal(launch, kNeeds, Outcome::compile_failed),
            "norm<4>: argument 1 has 8 B; the family passes i32 of 4 B");
}

}  // namespace
}  // namespace warpledger
