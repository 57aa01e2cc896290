#include "worker/device_worker.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace warpledger {
namespace {

TEST(DeviceName, ReadsEachForm) {
  EXPECT_EQ(parse_device_name("auto").kind, DeviceName::Kind::automatic);
  EXPECT_EQ(parse_device_name("cuda").index, 0);
  EXPECT_EQ(parse_device_name("cuda:3").index, 3);
  EXPECT_EQ(parse_device_name("host").profile, "rtx4090");
  EXPECT_EQ(parse_device_name("host:h200").profile, "h200");
}

TEST(DeviceName, RefusesAnythingElseAndSaysWhatThereIs) {
  for (const char* text : {"", "gpu", "cuda:", "cuda:x", "cuda:1x", "cuda:-1", "host:", "auto:1"}) {
    try {
      parse_device_name(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.problem(), "there is no device '" + std::string(text) + "'");
      EXPECT_EQ(error.hint(), "write auto, cuda, cuda:N, host or host:PROFILE; `warpledger devices` lists the devices");
    }
  }
}

}  // namespace
}  // namespace warpledger
