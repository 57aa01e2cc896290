#include "model/table.h"

#include <gmock/gmock.h>

#include <array>

#include "base/error.h"

namespace warpledger {
namespace {

TEST(NumberCell, CarriesItsFormatAndTheUnroundedValue) {
  EXPECT_EQ(encode_number("%.1f", 5.375),
            "\x1f%.1f\x1f"
            "5.375");
  EXPECT_EQ(encode_number("%+g", 0.1 + 0.2),
            "\x1f%+g\x1f"
            "0.30000000000000004");
}

TEST(NumberCell, RefusesAFormatThatIsNotOneConversionOfADouble) {
  for (const char* format : {"", "%", "%d", "%s", "%.f", "%.123f", "%5.1f", "%.1f%n", "%.1f µs", ".1f"})
    EXPECT_THROW(encode_number(format, 1), Error) << format;
  for (const char* format : {"%f", "%.0f", "%.12e", "%+.3g"}) EXPECT_TRUE(is_number_format(format)) << format;
}

TEST(NumberCell, SaysWhatAFormatLooksLike) {
  try {
    encode_number("%d", 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "'%d' is not a number format\n"
                 "hint: write one printf conversion of a double, as '%.1f', '%.0f' or '%.3g'");
  }
}

TEST(BarCell, ListsItsCharactersWithTheirFractionsInOrder) {
  const std::array<BarPart, 3> parts = {{{'+', 0.25}, {'-', 0.5}, {'*', 1.25}}};
  EXPECT_EQ(encode_bar(parts),
            "\x1f"
            "bar\x1f+=0.25,-=0.5,*=1.25");
}

TEST(BarCell, RefusesACharacterThatCannotBeSeen) {
  const std::array<BarPart, 1> parts = {{{' ', 0.25}}};
  EXPECT_THROW(encode_bar(parts), Error);
}

}  // namespace
}  // namespace warpledger
