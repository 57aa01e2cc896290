#include "model/base64.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(Base64, GivesBackAllBytes) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(base64_decoded(base64_encoded(bytes)), bytes) << i;
    bytes.push_back(static_cast<char>(i * 37));
  }
}

TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64_encoded("foobar"), "Zm9vYmFy\n");
  EXPECT_EQ(base64_encoded("fooba"), "Zm9vYmE=\n");
  EXPECT_EQ(base64_encoded(std::string(58, 'a')).find('\n'), 76U);
}

TEST(Base64, IsNothingWhereATextIsNone) {
  EXPECT_EQ(base64_decoded("Zm9vYm*y"), "");
  EXPECT_EQ(base64_decoded("Zm9vY"), "");
}

}  // namespace
}  // namespace warpledger
