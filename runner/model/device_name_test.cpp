#include "model/device_name.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = DeviceName::Kind;

Device gpu(int index, const std::string& uuid, const std::string& name) {
  Device device;
  device.id = "cuda:" + std::to_string(index);
  device.backend = "cuda";
  device.uuid = uuid;
  device.name = name;
  return device;
}

Device host(const std::string& profile) {
  Device device;
  device.id = "host:" + profile;
  device.backend = "host";
  device.uuid = device.id + ":0123456789ab";
  device.name = "CPU as " + profile;
  return device;
}

/// Two GPUs of one model, and others with similar names.
std::vector<Device> rack() {
  return {gpu(0, "GPU-3f2a9c1d-0000", "NVIDIA H200"),
          gpu(1, "GPU-3f2a0000-0000", "NVIDIA H200"),
          gpu(2, "GPU-11111111-0000", "NVIDIA A100-SXM4-40GB"),
          gpu(3, "GPU-22222222-0000", "NVIDIA RTX A1000"),
          gpu(4, "GPU-33333333-0000", "NVIDIA GeForce RTX 4090"),
          gpu(5, "GPU-44444444-0000", "NVIDIA GH200 480GB"),
          host("h200"),
          host("rtx4090")};
}

std::vector<std::string> listed(const std::string& list) {
  std::vector<std::string> names;
  for (const Device& device : listed_devices(list, rack())) names.push_back(unique_name(device));
  return names;
}

std::string message_of(const std::string& list) {
  try {
    listed(list);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(DeviceName, ReadsEachForm) {
  EXPECT_EQ(parse_device_name("auto").kind, Kind::automatic);
  EXPECT_EQ(parse_device_name("cuda").index, 0);
  EXPECT_EQ(parse_device_name("cuda:3").index, 3);
  EXPECT_EQ(parse_device_name("GPU-3f2a").kind, Kind::uuid);
  EXPECT_EQ(parse_device_name("MIG-3f2a").kind, Kind::uuid);
  EXPECT_EQ(parse_device_name("h100").kind, Kind::model);
  EXPECT_EQ(parse_device_name("host").profile, "rtx4090");
  EXPECT_EQ(parse_device_name("host:h200").profile, "h200");
  EXPECT_EQ(parse_device_name("host:h200:2").number, 2);
}

TEST(DeviceName, RefusesAnythingElseAndSaysWhatThereIs) {
  for (const char* text : {"",           "-",     "cuda:",         "cuda:x",      "cuda:1x",       "cuda:-1",
                           "cuda:1:2",   "host:", "host:h200:0",   "host:h200:x", "host:h200:2:3", "auto:1",
                           "gpu:0",      "all",   "cuda:0,cuda:1", "cuda:0=",     "cuda:0=x",      "cuda:=GPU-1",
                           "h200=GPU-1", "=GPU-1"}) {
    try {
      parse_device_name(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.problem(), "there is no device '" + std::string(text) + "'");
      EXPECT_THAT(error.hint(), HasSubstr("`warpledger devices` lists the devices"));
    }
  }
}

TEST(DeviceName, ForAWorkerHasTheNumberAndTheUuidOfAGpu) {
  const std::vector<Device> two = listed_devices("cuda:1,host:h200", rack());
  EXPECT_EQ(name_for_worker(two[0]), "cuda:1=GPU-3f2a0000-0000");
  EXPECT_EQ(name_for_worker(two[1]), "host:h200");
  const DeviceName name = parse_device_name(name_for_worker(two[0]));
  EXPECT_EQ(name.kind, Kind::index);
  EXPECT_EQ(name.index, 1);
  EXPECT_EQ(name.uuid, "GPU-3f2a0000-0000");
  EXPECT_THAT(listed(name.text), ElementsAre("GPU-3f2a0000-0000"));
  EXPECT_THAT(message_of("cuda:0=GPU-3f2a0000-0000"), HasSubstr("there is no device"));
}

TEST(DeviceName, OfAGpuIsItsNumberTheStartOfItsUuidOrItsModel) {
  EXPECT_THAT(listed("cuda:1"), ElementsAre("GPU-3f2a0000-0000"));
  EXPECT_THAT(listed("GPU-3F2A9"), ElementsAre("GPU-3f2a9c1d-0000"));
  EXPECT_THAT(listed("a100"), ElementsAre("GPU-11111111-0000"));
  EXPECT_THAT(listed("rtx4090"), ElementsAre("GPU-33333333-0000"));
  EXPECT_THAT(listed("RTX 4090"), ElementsAre("GPU-33333333-0000"));
}

TEST(DeviceName, ThatMeansSeveralIsRefusedWithEachOfThem) {
  for (const char* several : {"h200", "GPU-3f2a"})
    EXPECT_EQ(message_of(several), "2 devices are meant by '" + std::string(several) +
                                       "'\nhint: name one of these by its number or more of its UUID:\n"
                                       "  NVIDIA H200 (cuda:0, GPU-3f2a9c1d)\n  NVIDIA H200 (cuda:1, GPU-3f2a0000)");
}

TEST(DeviceName, ThatMeansNoneIsRefusedWithWhatThereIs) {
  for (const char* none : {"h100", "GPU-9", "cuda:6", "all:h100", "h20"}) {
    EXPECT_THAT(message_of(none), HasSubstr("there is no device '" + std::string(none) + "'\nhint: there are:"));
    EXPECT_THAT(message_of(none), HasSubstr("\n  NVIDIA H200 (cuda:1, GPU-3f2a0000)"));
  }
  EXPECT_THAT(message_of("host:h300"), HasSubstr("there is no device 'host:h300'"));
  const std::vector<Device> no_gpu = {host("h200")};
  EXPECT_THROW(listed_devices("all", no_gpu), Error);
}

TEST(DeviceNames, InAListMeanEachOfThem) {
  EXPECT_THAT(listed("cuda:1,GPU-1,host:h200"), ElementsAre("GPU-3f2a0000-0000", "GPU-11111111-0000", "host:h200"));
  EXPECT_THAT(listed("all:h200"), ElementsAre("GPU-3f2a9c1d-0000", "GPU-3f2a0000-0000"));
  EXPECT_EQ(listed("all").size(), 6U);
  EXPECT_THAT(listed("host,host,host:h200,host"),
              ElementsAre("host:rtx4090", "host:rtx4090:2", "host:h200", "host:rtx4090:3"));
}

TEST(DeviceNames, OfOneGpuTwiceAreRefused) {
  EXPECT_THAT(message_of("cuda:0,GPU-3f2a9"), HasSubstr("device GPU-3f2a9c1d-0000 is listed twice"));
  EXPECT_THAT(message_of("all,cuda:0"), HasSubstr("is listed twice"));
  EXPECT_THAT(message_of("host,host:rtx4090:1,host:rtx4090:2"), HasSubstr("host:rtx4090:2 is listed twice"));
  EXPECT_THAT(message_of("cuda:0,"), HasSubstr("there is no device ''"));
}

Device slice(const std::string& uuid, const std::string& name) {
  Device device = gpu(0, uuid, name);
  device.id = short_uuid(uuid);
  return device;
}

/// A GPU split into MIG slices, one not split, and one with MIG on but without slices.
std::vector<Device> divided() {
  Device empty = slice("GPU-66666666-0000", "NVIDIA H100 PCIe");
  empty.environment[kUnusable] = "MIG is on";
  return {slice("MIG-aaaaaaaa-0000", "NVIDIA H100 PCIe MIG 1g.10gb"),
          slice("MIG-aaaabbbb-0000", "NVIDIA H100 PCIe MIG 3g.40gb"), slice("GPU-55555555-0000", "NVIDIA A30"), empty,
          host("rtx4090")};
}

std::vector<std::string> listed_of_divided(const std::string& list) {
  std::vector<std::string> names;
  for (const Device& device : listed_devices(list, divided())) names.push_back(unique_name(device));
  return names;
}

TEST(DeviceName, OfASliceIsItsUuidsStartItsProfileOrItsGpusModel) {
  EXPECT_THAT(listed_of_divided("mig-AAAAB"), ElementsAre("MIG-aaaabbbb-0000"));
  EXPECT_THAT(listed_of_divided("1g.10gb"), ElementsAre("MIG-aaaaaaaa-0000"));
  EXPECT_THAT(listed_of_divided("all:3g.40gb"), ElementsAre("MIG-aaaabbbb-0000"));
  EXPECT_THAT(listed_of_divided("all:h100"), ElementsAre("MIG-aaaaaaaa-0000", "MIG-aaaabbbb-0000"));
  EXPECT_THAT(listed_of_divided("all"), ElementsAre("MIG-aaaaaaaa-0000", "MIG-aaaabbbb-0000", "GPU-55555555-0000"));
}

TEST(DeviceName, OfAGpuThatCannotBeUsedSaysWhy) {
  try {
    listed_of_divided("GPU-6");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "NVIDIA H100 PCIe (GPU-66666666) cannot be used: MIG is on");
  }
  EXPECT_THROW(listed_of_divided("all:4g.40gb"), Error);
}

TEST(DeviceLabel, OfASliceHasItsUuidOnce) {
  EXPECT_EQ(label_of(divided()[0]), "NVIDIA H100 PCIe MIG 1g.10gb (MIG-aaaaaaaa)");
}

TEST(DeviceLabel, TellsTwoDevicesOfOneModelApart) {
  EXPECT_EQ(label_of(gpu(1, "GPU-3f2a0000-0000", "NVIDIA H200")), "NVIDIA H200 (cuda:1, GPU-3f2a0000)");
  Device second = host("h200");
  EXPECT_EQ(label_of(second), "CPU as h200");
  second.id = host_device_id("h200", 2);
  EXPECT_EQ(label_of(second), "CPU as h200 (host:h200:2)");
}

}  // namespace
}  // namespace warpledger
