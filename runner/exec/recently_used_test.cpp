#include <gtest/gtest.h>

#include <stdexcept>

#include "exec/inputs.h"

namespace warpledger {
namespace {

/// Caches 100 bytes of texts and counts how many were made.
struct Texts {
  std::string get(const std::string& key, std::size_t bytes) {
    return *kept.get(key, bytes, [&] {
      ++made;
      return "text of " + key;
    });
  }

  RecentlyUsed<std::string> kept{100};
  int made = 0;
};

TEST(RecentlyUsed, MakesAValueOnce) {
  Texts texts;
  EXPECT_EQ(texts.get("a", 10), "text of a");
  EXPECT_EQ(texts.get("a", 10), "text of a");
  EXPECT_EQ(texts.get("b", 10), "text of b");
  EXPECT_EQ(texts.made, 2);
}

TEST(RecentlyUsed, ForgetsWhatWasNotUsedForLongestWhenTheBytesAreExceeded) {
  Texts texts;
  texts.get("a", 40);
  texts.get("b", 40);
  texts.get("a", 40);
  texts.get("c", 40);
  texts.get("a", 40);
  EXPECT_EQ(texts.made, 3);
  texts.get("b", 40);
  EXPECT_EQ(texts.made, 4);
}

TEST(RecentlyUsed, KeepsTheLastOneHoweverLarge) {
  Texts texts;
  texts.get("large", 1000);
  texts.get("large", 1000);
  EXPECT_EQ(texts.made, 1);
  texts.get("small", 1);
  texts.get("large", 1000);
  EXPECT_EQ(texts.made, 3);
}

TEST(RecentlyUsed, KeepsNothingOfAValueThatCouldNotBeMade) {
  RecentlyUsed<int> numbers(100);
  EXPECT_THROW(numbers.get("a", 4, []() -> int { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_EQ(*numbers.get("a", 4, [] { return 7; }), 7);
}

}  // namespace
}  // namespace warpledger
