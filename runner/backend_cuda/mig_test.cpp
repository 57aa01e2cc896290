#include "backend_cuda/mig.h"

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <cstdlib>

#include "model/device_name.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Uses the fake library (fake_nvml.cpp).
class MigDevices : public testing::Test {
 protected:
  MigDevices() : library_(dlopen(WARPLEDGER_FAKE_NVML, RTLD_NOW | RTLD_LOCAL)) { unsetenv("CUDA_VISIBLE_DEVICES"); }
  ~MigDevices() override {
    unsetenv("FAKE_NVML_GPUS");
    unsetenv("CUDA_VISIBLE_DEVICES");
    dlclose(library_);
  }

  static std::vector<std::string> uuids_where(const char* visible, const char* gpus = kDivided) {
    setenv("FAKE_NVML_GPUS", gpus, 1);
    if (visible != nullptr) setenv("CUDA_VISIBLE_DEVICES", visible, 1);
    std::vector<std::string> uuids;
    for (const Device& device : mig_devices()) uuids.push_back(device.uuid);
    unsetenv("CUDA_VISIBLE_DEVICES");
    return uuids;
  }

  // The second slice was destroyed.
  static constexpr const char* kDivided =
      "GPU-1111-0000|NVIDIA A30\n"
      "GPU-2222-0000|NVIDIA H100 PCIe|mig\n"
      "MIG-3333-0000|NVIDIA H100 PCIe MIG 1g.10gb|16|9856\n"
      "\n"
      "MIG-4444-0000|MIG 3g.40gb|60|40320\n"
      "GPU-5555-0000|NVIDIA H100 PCIe|mig";

 private:
  void* library_;
};

TEST_F(MigDevices, AreSlicesAndTheGpusBesideThem) {
  EXPECT_THAT(uuids_where(nullptr), ElementsAre("GPU-1111-0000", "MIG-3333-0000", "MIG-4444-0000", "GPU-5555-0000"));
}

const std::vector<ListedGpu> kTwo = {{}, {}};

TEST(VisibleAlone, IsTheNumberOfAGpuWhereAllAreVisible) {
  EXPECT_EQ(visible_alone(kTwo, nullptr, 1), "1");
  EXPECT_EQ(visible_alone(kTwo, nullptr, 2), "");
  EXPECT_EQ(visible_alone(kTwo, nullptr, -1), "");
}

TEST(VisibleAlone, IsTheEntryAtThatPlaceOfThoseThatAreVisible) {
  EXPECT_EQ(visible_alone(kTwo, "1, 0", 1), "0");
  EXPECT_EQ(visible_alone(kTwo, "GPU-1111,GPU-2222", 1), "GPU-2222");
  EXPECT_EQ(visible_alone(kTwo, "1", 1), "");
  EXPECT_EQ(visible_alone(kTwo, "", 0), "");
}

TEST(VisibleAlone, IsNotKnownWhereAGpuIsDivided) {
  const std::vector<ListedGpu> divided = {{}, {.gpu = {}, .is_divided = true, .slices = {}}};
  EXPECT_EQ(visible_alone(divided, nullptr, 0), "");
}

TEST_F(MigDevices, AloneIsTheGpuOfThatNumber) {
  setenv("FAKE_NVML_GPUS", "GPU-1111-0000|NVIDIA A30\nGPU-2222-0000|NVIDIA A30", 1);
  EXPECT_TRUE(show_alone(1));
  EXPECT_STREQ(getenv("CUDA_VISIBLE_DEVICES"), "1");
  EXPECT_TRUE(show_alone(0));
  EXPECT_STREQ(getenv("CUDA_VISIBLE_DEVICES"), "1");
  EXPECT_FALSE(show_alone(1));
}

TEST_F(MigDevices, AreNamedAfterTheirGpuAndProfile) {
  setenv("FAKE_NVML_GPUS", kDivided, 1);
  const std::vector<Device> devices = mig_devices();
  ASSERT_EQ(devices.size(), 4U);
  EXPECT_EQ(devices[1].name, "NVIDIA H100 PCIe MIG 1g.10gb");
  EXPECT_EQ(devices[2].name, "NVIDIA H100 PCIe MIG 3g.40gb");  // older drivers omit the GPU's name
  EXPECT_EQ(devices[1].id, "MIG-3333-000");
  EXPECT_EQ(devices[1].facts.at("sm_count"), 16);
  EXPECT_EQ(devices[1].facts.at("global_memory_bytes"), 9856LL << 20);
  EXPECT_THAT(devices[0].facts, IsEmpty());
}

TEST_F(MigDevices, OfAGpuThatIsNotSharedOutSayThatItCannotBeUsed) {
  setenv("FAKE_NVML_GPUS", kDivided, 1);
  const std::vector<Device> devices = mig_devices();
  EXPECT_EQ(why_unusable(devices[3]), "MIG is on, and there is no instance of it that this process may use");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(why_unusable(devices[i]), "");
}

TEST_F(MigDevices, AreNoneWhereNoGpuIsDivided) {
  EXPECT_THAT(uuids_where(nullptr, "GPU-1111-0000|NVIDIA A30\nGPU-6666-0000|NVIDIA A30"), IsEmpty());
  EXPECT_THAT(uuids_where(nullptr, "GPU-1111-0000|NVIDIA A30|mig"), ElementsAre("GPU-1111-0000"));
}

TEST_F(MigDevices, InAJobAreThoseThatItWasGiven) {
  EXPECT_THAT(uuids_where("MIG-4444-0000"), ElementsAre("MIG-4444-0000"));
  EXPECT_THAT(uuids_where("mig-4444, GPU-11"), ElementsAre("MIG-4444-0000", "GPU-1111-0000"));
  EXPECT_THAT(uuids_where("MIG-4444,MIG-4444,GPU-2222"), ElementsAre("MIG-4444-0000", "MIG-3333-0000"));
  EXPECT_THAT(uuids_where("GPU-2222"), ElementsAre("MIG-3333-0000", "MIG-4444-0000"));
}

TEST_F(MigDevices, EndWhereAnEntryMeansNothingAsCudasDo) {
  EXPECT_THAT(uuids_where("MIG-3333,MIG-9999,MIG-4444"), ElementsAre("MIG-3333-0000"));
  EXPECT_THAT(uuids_where("MIG-,MIG-3333"), IsEmpty());  // matches two
}

TEST_F(MigDevices, AreCudasBusinessWhereNumbersSayWhichAreVisible) {
  for (const char* visible : {"0", "1,MIG-3333", "-1", ""}) EXPECT_THAT(uuids_where(visible), IsEmpty()) << visible;
}

TEST_F(MigDevices, AreShownAlone) {
  show_alone("MIG-3333-0000");
  EXPECT_STREQ(std::getenv("CUDA_VISIBLE_DEVICES"), "MIG-3333-0000");
}

}  // namespace
}  // namespace warpledger
