#include "ledger/thrift_struct.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

using namespace std::string_literals;

TEST(ThriftStructs, FieldsHaveTheDistanceOfTheirNumbersAndTheirType) {
  EXPECT_EQ(ThriftStruct().int32(1, 1).int64(3, -1).text(4, "ab").bytes(),
            "\x15\x02\x26\x01\x18\x02"
            "ab\0"s);
}

TEST(ThriftStructs, NumbersOfAnySizeAreVarints) {
  EXPECT_EQ(ThriftStruct().int64(1, 150).bytes(), "\x16\xac\x02\0"s);
  EXPECT_EQ(ThriftStruct().int64(1, INT64_MIN).bytes(), "\x16\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0"s);
}

TEST(ThriftStructs, ListsHaveTheirSizeBesideTheTypeAndLongOnesAfterIt) {
  EXPECT_EQ(ThriftStruct().int32_list(2, {0, 3}).bytes(), "\x29\x25\x00\x06\0"s);
  EXPECT_EQ(ThriftStruct().text_list(1, std::vector<std::string>(15, "")).bytes(),
            "\x19\xf8\x0f"s + std::string(16, '\0'));
  EXPECT_EQ(ThriftStruct().struct_list(1, {ThriftStruct().int32(1, 1)}).bytes(), "\x19\x1c\x15\x02\0\0"s);
}

TEST(ThriftStructs, AStructWithinAnotherBeginsItsNumbersAnew) {
  EXPECT_EQ(ThriftStruct().int32(5, 0).structure(6, ThriftStruct().int32(1, 0)).int32(7, 0).bytes(),
            "\x55\x00\x1c\x15\x00\x00\x15\x00\0"s);
}

}  // namespace
}  // namespace warpledger
