#include <gmock/gmock.h>

#include "store/sql_functions.h"

namespace warpledger {
namespace {

TEST(Blob, IsLittleEndianWhateverTheValue) {
  EXPECT_EQ(to_blob(std::vector<double>{1.0}), std::string("\0\0\0\0\0\0\xf0\x3f", 8));
}

TEST(Blob, GivesBackWhatWasPutIn) {
  const std::vector<double> values = {149000, -0.5, 1e-300};
  EXPECT_EQ(from_blob(to_blob(values)), values);
}

TEST(Blob, OfNothingIsEmpty) {
  EXPECT_EQ(to_blob({}), "");
  EXPECT_TRUE(from_blob({}).empty());
}

}  // namespace
}  // namespace warpledger
