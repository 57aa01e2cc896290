#include "command/output_arguments.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace warpledger {
namespace {

TEST(Percentage, IsReadWithAndWithoutItsSign) {
  EXPECT_DOUBLE_EQ(parse_percentage("1%", "--threshold"), 0.01);
  EXPECT_DOUBLE_EQ(parse_percentage("0.5 %", "--threshold"), 0.005);
  EXPECT_DOUBLE_EQ(parse_percentage("0.02", "--threshold"), 0.02);
}

TEST(Percentage, IsRefusedWhenItIsNoShare) {
  for (const char* text : {"", "%", "x", "1%%", "-1%", "100%", "1", "nan", "1 2%"}) {
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
