#include "report/json_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/table.h"

namespace warpledger {
namespace {

constexpr std::monostate kNull;

std::string message_of(const Table& table) {
  try {
    return json_rows(table).dump();
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(JsonRows, KeepTheColumnsOrderAndEveryDigit) {
  const Table table{{"z", "a", "text", "none"}, {{std::int64_t{9007199254740993}, 0.1 + 0.2, "µ\"s\n", kNull}}};
  EXPECT_EQ(json_rows(table).dump(),
            R"([{"z":"9007199254740993","a":0.30000000000000004,"text":"µ\"s\n","none":null}])");
}

TEST(JsonRows, HaveWholeNumbersAsIntegers) {
  const Table table{
      {"d_l", "time", "zero", "beyond", "shown"},
      {{4.0, 2.5, -0.0, 1e20, encode_number("%.1f", 65536)}, {9007199254740992.0, 1e-300, 0.0, -3e9, kNull}}};
  EXPECT_EQ(json_rows(table).dump(),
            R"([{"d_l":4,"time":2.5,"zero":0,"beyond":1e+20,"shown":65536},)"
            R"({"d_l":9007199254740992,"time":1e-300,"zero":0,"beyond":-3000000000,"shown":null}])");
}

TEST(JsonRows, HaveFormattedNumbersUnroundedAndBarsInNumbers) {
  const std::vector<BarPart> parts = {{'+', 0.125}};
  const Table table{{"t", "bar"}, {{encode_number("%.1f", 5.375), encode_bar(parts)}}};
  EXPECT_EQ(json_rows(table).dump(), R"([{"t":5.375,"bar":"+0.125"}])");
}

TEST(JsonRows, MarkTheKeysOfModelledColumns) {
  const Table table{{"n", "x"}, {{std::int64_t{1}, 1.5}, {std::int64_t{2}, Cell{}}}, {false, true}};
  EXPECT_EQ(json_rows(table).dump(), R"([{"n":1,"x~":1.5},{"n":2,"x~":null}])");
}

TEST(JsonRows, OfNoRowsAreAnEmptyArray) { EXPECT_EQ(json_rows({{"a"}, {}}).dump(), "[]"); }

TEST(JsonRows, RefuseANameThatTwoColumnsHave) {
  const std::string hint = ", but names in a JSON object are unique\nhint: give one of them another name: ... AS NAME";
  EXPECT_EQ(message_of({{"a", "b", "a"}, {}}), "two columns are called 'a'" + hint);
  EXPECT_EQ(message_of({{"a", "a~"}, {{1.0, 2.0}}, {true, false}}), "two columns are called 'a~'" + hint);
}

TEST(JsonRows, RefuseAnInfiniteNumber) {
  EXPECT_EQ(message_of({{"run", "n", "x"}, {{std::int64_t{3}, 5.0, std::numeric_limits<double>::infinity()}}}),
            "column 'x' has an infinite number, which JSON cannot represent, in the row of run 3, n 5\n"
            "hint: leave these rows out (WHERE), or write csv");
}

TEST(JsonText, HasWholeNumbersAsIntegersAtAnyDepth) {
  const nlohmann::ordered_json json = {{"points", {4.0, 0.5, {{"n", 1024.0}}}}, {"ratio", 1.0}, {"text", "1.0"}};
  EXPECT_EQ(json_line(json), R"({"points":[4,0.5,{"n":1024}],"ratio":1,"text":"1.0"})");
  EXPECT_EQ(json_text(nlohmann::json{{"n", 2.0}}), "{\n  \"n\": 2\n}\n");
}

TEST(JsonText, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(json_text(nlohmann::json{{"ledger", "caf\xe9.db"}}), "{\n  \"ledger\": \"caf\uFFFD.db\"\n}\n");
}

TEST(JsonRows, WholeNumbersOfAColumnThatADoubleWouldRoundAreTexts) {
  const std::int64_t id = (std::int64_t{1} << 53) + 1;
  const Table table{{"point", "warps"}, {{id, std::int64_t{8}}, {std::int64_t{7}, std::int64_t{-id + 1}}}};
  EXPECT_EQ(json_rows(table).dump(),
            R"([{"point":"9007199254740993","warps":8},{"point":"7","warps":-9007199254740992}])");
}

std::string text_of_parts(const std::vector<Table>& parts) {
  JsonRowText rows;
  std::string text;
  for (const Table& part : parts) text += rows.of(part);
  return text + rows.end();
}

TEST(JsonRowText, OfAnAnswerInPartsIsThatOfTheWhole) {
  const std::string text = text_of_parts(
      {{{"n", "t"}, {{std::int64_t{1}, "a"}, {std::int64_t{2}, kNull}}}, {{"n", "t"}, {{std::int64_t{3}, "\xe9"}}}});
  EXPECT_EQ(text, "[\n{\"n\":1,\"t\":\"a\"},\n{\"n\":2,\"t\":null},\n{\"n\":3,\"t\":\"\uFFFD\"}\n]\n");
}

TEST(JsonRowText, OfNoRowsIsAnEmptyArray) { EXPECT_EQ(text_of_parts({{{"n"}, {}}}), "[]\n"); }

TEST(JsonRowText, AWholeNumberThatIsTooLargeInALaterPartIsAText) {
  const std::int64_t id = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(text_of_parts({{{"n"}, {{std::int64_t{1}}}}, {{"n"}, {{id}}}}),
            "[\n{\"n\":1},\n{\"n\":\"9007199254740993\"}\n]\n");
}

}  // namespace
}  // namespace warpledger
