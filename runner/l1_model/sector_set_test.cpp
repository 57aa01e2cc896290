#include <gtest/gtest.h>

#include <cstdint>

#include "l1_model/line_cache.h"

namespace warpledger {
namespace {

TEST(SectorSet, CountsEachSectorOnce) {
  SectorSet set;
  EXPECT_EQ(set.insert(5, 0b0101), 2u);
  EXPECT_EQ(set.insert(5, 0b0111), 1u);
  EXPECT_EQ(set.insert(5, 0b0111), 0u);
  EXPECT_EQ(set.insert(6, 0b0111), 3u);
}

TEST(SectorSet, RemembersAllWhileItGrows) {
  SectorSet set;
  for (std::uint64_t line = 0; line < 100000; ++line) ASSERT_EQ(set.insert(line * 37, 0b1001), 2u);
  for (std::uint64_t line = 0; line < 100000; ++line) ASSERT_EQ(set.insert(line * 37, 0b1111), 2u);
}

}  // namespace
}  // namespace warpledger
