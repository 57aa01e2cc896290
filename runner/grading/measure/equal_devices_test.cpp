#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "grading/measure/grade_on_devices.h"
#include "plan/device_fixture.h"
#include "spec/library.h"

namespace warpledger {
namespace {

Device gpu(int number, const std::string& name = "NVIDIA H200") {
  Device device = rtx_4090();
  device.id = "cuda:" + std::to_string(number);
  device.backend = "cuda";
  device.uuid = "GPU-0000000" + std::to_string(number) + "-0000";
  device.name = name;
  return device;
}

/// Why `devices` cannot grade the class of `squares`; empty if they can.
std::string refusal(const std::vector<Device>& devices, const GradingSession& session = {}) {
  const Library library({WARPLEDGER_SOURCE_DIR});
  try {
    refuse_unequal_devices(devices, session, load_experiment(library, "lsu-2024-hw01"));
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

TEST(EqualDevices, MayBeSeveralOfOneModel) { EXPECT_EQ(refusal({gpu(0), gpu(1), gpu(2)}), ""); }

TEST(EqualDevices, AreNotOfTwoModels) {
  EXPECT_EQ(refusal({gpu(0), gpu(1), gpu(2, "NVIDIA H100")}),
            "NVIDIA H200 (cuda:0, GPU-00000000) and NVIDIA H100 (cuda:2, GPU-00000002) are different models");
}

TEST(EqualDevices, MeasureTheSamePoints) {
  Device small = gpu(1);
  small.facts["sm_count"] = 16;
  EXPECT_EQ(refusal({gpu(0), small}),
            "NVIDIA H200 (cuda:1, GPU-00000001) would measure other points than NVIDIA H200 (cuda:0, GPU-00000000)");
}

TEST(EqualDevices, AreOfTheModelThatTheSessionWasGradedOn) {
  GradingSession session{.uuid = "5e55-1"};
  session.devices = {{"GPU-9", "NVIDIA H200", "GPU-9"}};
  EXPECT_EQ(refusal({gpu(0)}, session), "");
  EXPECT_EQ(refusal({gpu(0, "NVIDIA H100")}, session),
            "session 5e55-1 was graded on NVIDIA H200, and NVIDIA H100 (cuda:0, GPU-00000000) is another model");
}

}  // namespace
}  // namespace warpledger
