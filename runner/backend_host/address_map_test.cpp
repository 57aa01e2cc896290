#include <gtest/gtest.h>

#include "backend_host/host_memory.h"

namespace warpledger {
namespace {

TEST(AddressMap, FindsTheRangeOfAnAddressAndNoOther) {
  AddressMap map({{.begin = 2000, .bytes = 100, .space = Space::shared, .gpu_address = 0},
                  {.begin = 1000, .bytes = 10, .space = Space::global, .gpu_address = 512},
                  {.begin = 1010, .bytes = 0, .space = Space::local, .gpu_address = 0}});
  for (int pass = 0; pass < 2; ++pass) {  // the second pass uses the cache
    ASSERT_NE(map.find(1009, 64), nullptr);
    EXPECT_EQ(map.find(1009, 64)->gpu_address_of(1009), 521u);
    EXPECT_EQ(map.find(2099, 64)->space, Space::shared);
    for (const std::uint64_t outside : {999u, 1010u, 1999u, 2100u})
      EXPECT_EQ(map.find(outside, 64), nullptr) << outside;
  }
}

}  // namespace
}  // namespace warpledger
