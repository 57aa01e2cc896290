#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "l1_model/sm_caches.h"

namespace warpledger {
namespace {

TEST(ReuseStack, TellsHowManyOtherLinesCameBetween) {
  ReuseStack stack(3, 2);
  for (std::uint64_t line = 0; line < 6; ++line) EXPECT_EQ(stack.use(line), std::nullopt);
  EXPECT_EQ(stack.use(5), 0u);  // no other line between
  EXPECT_EQ(stack.use(4), 0u);  // one
  EXPECT_EQ(stack.use(3), 1u);  // two
  EXPECT_EQ(stack.use(0), 2u);  // five
}

TEST(ReuseStack, AFirstUseAndTooFarAUseHaveNoDistance) {
  ReuseStack stack(2, 2);
  stack.use(0);
  for (std::uint64_t line = 1; line <= 4; ++line) stack.use(line);
  EXPECT_EQ(stack.use(0), std::nullopt);
}

TEST(ReuseStack, UsingALineOverAndOverDoesNotPushOthers) {
  ReuseStack stack(2, 2);
  stack.use(0);
  for (int i = 0; i < 100; ++i) stack.use(1);
  EXPECT_EQ(stack.use(0), 0u);
}

TEST(ReuseStack, AgreesWithCountingTheLinesBetween) {
  constexpr std::uint32_t kGroups = 5;
  for (const std::uint32_t lines_each : {1U, 3U}) {
    ReuseStack stack(kGroups, lines_each);
    std::vector<std::uint64_t> newest_first;
    std::uint64_t random = 7;
    for (int i = 0; i < 5000; ++i) {
      random = random * 6364136223846793005 + 1442695040888963407;
      const std::uint64_t line = (random >> 33) % 24;
      const auto place = std::find(newest_first.begin(), newest_first.end(), line);
      std::optional<std::uint32_t> expected = static_cast<std::uint32_t>(place - newest_first.begin()) / lines_each;
      if (place == newest_first.end() || *expected >= kGroups) expected = std::nullopt;
      if (place != newest_first.end()) newest_first.erase(place);
      newest_first.insert(newest_first.begin(), line);
      ASSERT_EQ(stack.use(line), expected) << i;
    }
  }
}

}  // namespace
}  // namespace warpledger
