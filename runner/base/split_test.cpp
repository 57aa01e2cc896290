#include "base/split.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(Split, GivesOnePartMoreThanThereAreSeparators) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(split("a,b c", ','), (Parts{"a", "b c"}));
  EXPECT_EQ(split("a", ','), (Parts{"a"}));
  EXPECT_EQ(split("", ','), (Parts{""}));
  EXPECT_EQ(split(",a,", ','), (Parts{"", "a", ""}));
}

}  // namespace
}  // namespace warpledger
