#include "report/cell.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {
namespace {

TEST(Cell, ANumberIsShownByItsFormatAndKeptExactly) {
  const auto number = std::get<NumberText>(decode(encode_number("%.1f", 5.375)));
  EXPECT_EQ(number.shown, "5.4");
  EXPECT_EQ(number.exact, "5.375");
}

TEST(Cell, BareNumbersAreShownInFull) {
  EXPECT_EQ(std::get<NumberText>(decode(std::int64_t{1179648})).shown, "1179648");
  EXPECT_EQ(std::get<NumberText>(decode(1179648.0)).shown, "1179648");
  EXPECT_EQ(std::get<NumberText>(decode(0.1)).exact, "0.1");
}

TEST(Cell, ABarComesBackWithItsParts) {
  const std::vector<BarPart> parts = {{'+', 0.01}, {',', 1e-7}, {'=', 1.3}};
  const Bar bar = std::get<Bar>(decode(encode_bar(parts)));
  ASSERT_EQ(bar.size(), 3);
  for (std::size_t i = 0; i < bar.size(); ++i) {
    EXPECT_EQ(bar[i].character, parts[i].character);
    EXPECT_EQ(bar[i].fraction, parts[i].fraction);
  }
}

TEST(Cell, AMarkWithoutSenseIsText) {
  const std::string mark(1, kCellMark);
  for (const std::string kind : {"", "%s", "%n", "%.1", "bar", "%.1f"})
    for (const std::string value : {"", "seven", "+", "+=", "+=x,-=1"})
      if (kind != "bar" || !value.empty()) {
        const std::string text = fmt::format("{0}{1}{0}{2}", mark, kind, value);
        EXPECT_TRUE(std::holds_alternative<std::string>(decode(text))) << kind << ' ' << value;
      }
  EXPECT_TRUE(std::holds_alternative<std::string>(decode(mark)));
  EXPECT_TRUE(std::holds_alternative<std::string>(decode(mark + "%.1f")));
}

TEST(Cell, InWordsAbsentIsNotAvailable) {
  EXPECT_EQ(in_words(Cell{}), "n/a");
  EXPECT_EQ(in_words(encode_number("%.2f", 2.52)), "2.52");
  EXPECT_EQ(in_words(std::string("two\nlines")), "two lines");
}

}  // namespace
}  // namespace warpledger
