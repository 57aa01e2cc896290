#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The real program on a machine whose NVML lists MIG slices, without a driver that could open them
/// (backend_cuda/nvml_fixture.cpp).
class MigSlicesOfAFake : public testing::Test {
 protected:
  void SetUp() override {
    if (on_cuda()) GTEST_SKIP() << "CUDA would look for slices that are not there";
    if (!std::filesystem::exists(kLibraries)) GTEST_SKIP() << "built without a CUDA Toolkit";
  }
  Ended on_machine(const std::string& command, const std::string& visible = "") const {
    return shell(fmt::format("{} LD_LIBRARY_PATH={} FAKE_NVML_GPUS='{}' warpledger {}",
                             visible.empty() ? "" : "CUDA_VISIBLE_DEVICES=" + visible, kLibraries, kGpus, command),
                 folder_);
  }

  static constexpr const char* kLibraries = WARPLEDGER_BUILD_DIR "/fake_nvml";
  static constexpr const char* kGpus =
      "GPU-22222222-0000|NVIDIA H100 PCIe|mig\n"
      "MIG-33333333-0000|NVIDIA H100 PCIe MIG 1g.10gb|16|9856\n"
      "MIG-44444444-0000|NVIDIA H100 PCIe MIG 3g.40gb|60|40320\n"
      "GPU-55555555-0000|NVIDIA A30|mig";
  std::string folder_ = fresh_folder();
};

TEST_F(MigSlicesOfAFake, AreListedWithTheirGpusNameProfileAndUuid) {
  const Ended devices = on_machine("devices");
  EXPECT_EQ(devices.exit_code, 0) << devices.err;
  EXPECT_THAT(devices.out,
              testing::ContainsRegex("MIG-33333333 +NVIDIA H100 PCIe MIG 1g.10gb +MIG-33333333-0000 +16 "));
  EXPECT_THAT(devices.out, HasSubstr("NVIDIA H100 PCIe MIG 3g.40gb"));
  EXPECT_THAT(devices.out,
              HasSubstr("\nNVIDIA A30 (GPU-55555555) cannot be used: MIG is on, and there is no instance"));
  const auto rows = nlohmann::json::parse(on_machine("devices --format json").out);
  EXPECT_EQ(rows.at(1).at("uuid"), "MIG-44444444-0000");
  EXPECT_EQ(rows.at(1).at("facts").at("sm_count"), 60);
  EXPECT_THAT(rows.at(2).at("environment").at("unusable").get<std::string>(), HasSubstr("MIG is on"));
}

TEST_F(MigSlicesOfAFake, AreEachADeviceOfACampaign) {
  for (const char* list : {"all", "all:h100", "MIG-3,mig-4"}) {
    const Ended run = on_machine(fmt::format("run quickstart --device {}", list));
    EXPECT_EQ(run.exit_code, 3) << run.err;
    EXPECT_THAT(run.err, HasSubstr("MIG-33333333: this device failed: "));
    EXPECT_THAT(run.err, HasSubstr("MIG-44444444: this device failed: "));
    EXPECT_THAT(run.err, Not(HasSubstr("GPU-55555555")));
  }
}

TEST_F(MigSlicesOfAFake, ThatAreNotThereOrSeveralAreRefusedWithThoseThatAre) {
  EXPECT_THAT(
      on_machine("run quickstart --device h100").err,
      HasSubstr("2 devices are meant by 'h100'\nhint: name one of these by its number or more of its UUID:\n"
                "  NVIDIA H100 PCIe MIG 1g.10gb (MIG-33333333)\n  NVIDIA H100 PCIe MIG 3g.40gb (MIG-44444444)"));
  EXPECT_THAT(on_machine("run quickstart --device MIG-9").err, HasSubstr("there is no device 'MIG-9'"));
  EXPECT_THAT(on_machine("run quickstart --device a30").err,
              HasSubstr("NVIDIA A30 (GPU-55555555) cannot be used: MIG is on"));
}

TEST_F(MigSlicesOfAFake, InAJobAreThoseThatItWasGiven) {
  const std::string given = "MIG-44444444-0000";
  EXPECT_THAT(on_machine("devices", given).out, Not(HasSubstr("MIG-33333333")));
  EXPECT_THAT(on_machine("run quickstart --device MIG-3", given).err,
              HasSubstr("there is no device 'MIG-3'\nhint: there are:\n  NVIDIA H100 PCIe MIG 3g.40gb (MIG-44444444)"));
}

TEST_F(MigSlicesOfAFake, AreWhatDoctorLooksAt) {
  const std::string found = on_machine("doctor").out;
  EXPECT_THAT(found, HasSubstr("ok    MIG-33333333: NVIDIA H100 PCIe MIG 1g.10gb, MIG-33333333-0000\n"));
  EXPECT_THAT(found, HasSubstr("NOT   GPU-55555555: NVIDIA A30: MIG is on"));
}

}  // namespace
}  // namespace warpledger::e2e
