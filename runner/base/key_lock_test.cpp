#include "base/key_lock.h"

#include <gtest/gtest.h>

#include <chrono>
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
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(KeyLock(folder.path(), "abcdef01").is_held());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));  // of 10
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
