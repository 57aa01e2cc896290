#include "command/output_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace warpledger {
namespace {

TEST(Percentage, IsReadWithItsSignWhichNoughtNeedsNot) {
  EXPECT_DOUBLE_EQ(parse_percentage("1%", "--threshold"), 0.01);
  EXPECT_DOUBLE_EQ(parse_percentage("0.5 %", "--threshold"), 0.005);
  EXPECT_DOUBLE_EQ(parse_percentage("0", "--threshold"), 0);
}

TEST(Percentage, WithoutItsSignIsRefusedBecauseItMayBeAShare) {
  for (const char* text : {"0.5", "2", "0.5 "}) {
    try {
      parse_percentage(text, "--threshold");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.problem(), testing::HasSubstr("may be a share or a percentage"));
      EXPECT_THAT(error.hint(), testing::HasSubstr("%"));
    }
  }
  try {
    parse_percentage("0.01", "--threshold");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint(), "write 1% for that share, 0.01% for that percentage");
  }
}

TEST(Percentage, IsRefusedWhenItIsNoShare) {
  for (const char* text : {"", "%", "x", "1%%", "-1%", "100%", "100", "nan", "1 2%"}) {
    try {
      parse_percentage(text, "--threshold");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.problem(), "--threshold: '" + std::string(text) + "' is not a percentage");
    }
  }
}

}  // namespace
}  // namespace warpledger
