#include "base/key_lock.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace warpledger {
namespace {

TEST(KeyLock, IsHeldByOneAtATime) {
  const TemporaryFolder folder;
  auto first = std::make_unique<KeyLock>(folder.path(), "abcdef01");
  EXPECT_TRUE(first->is_held());
  EXPECT_FALSE(KeyLock(folder.path(), "abcdef01", 0).is_held());
  bool second = false;
  std::thread waiting([&] { second = KeyLock(folder.path(), "abcdef01").is_held(); });
  first.reset();
  waiting.join();
  EXPECT_TRUE(second);
}

TEST(KeyLock, ThatIsHeldLongIsWaitedForLessThanAPointMayTake) {
  const TemporaryFolder folder;
  const KeyLock first(folder.path(), "abcdef01");
  EXPECT_FALSE(KeyLock(folder.path(), "abcdef01").is_held());
  constexpr double kPointLimit_s = 10;
  EXPECT_LT(KeyLock::kPatience_s, kPointLimit_s / 2);
}

TEST(KeyLock, OfOneKeyLeavesOthersFree) {
  const TemporaryFolder folder;
  const KeyLock first(folder.path(), "abcdef01");
  EXPECT_TRUE(KeyLock(folder.path(), "abcdef02", 0).is_held());
}

TEST(KeyLock, IsNoneWhereThereIsNoFolder) {
  const TemporaryFolder folder;
  EXPECT_FALSE(KeyLock(folder.path() / "none", "abcdef01").is_held());
}

}  // namespace
}  // namespace warpledger
