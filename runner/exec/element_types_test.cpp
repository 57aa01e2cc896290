// First contents, random contents, comparison and messages of every element type.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "exec/check.h"
#include "exec/inputs.h"
#include "model/small_float.h"

namespace warpledger {
namespace {

std::vector<double> typed_values(ElementType type, const Fill& fill, std::int64_t count = 10'000) {
  return to_doubles(first_content({"x", type, count, Role::in, fill, {}}, 1), type);
}

std::vector<ElementType> every_type() {
  std::vector<ElementType> types;
  for (const ElementTypeFacts& facts : kElementTypes) types.push_back(*element_type_named(facts.name));
  return types;
}

TEST(EveryElementType, TakesUniformNumbersWithinItsFill) {
  for (const ElementType type : every_type()) {
    const auto v = typed_values(type, {Fill::Kind::uniform, 0, 1});
    EXPECT_EQ(*std::ranges::min_element(v) < 0.01, true) << facts_of(type).name;
    EXPECT_EQ(*std::ranges::max_element(v) > 0.95, true) << facts_of(type).name;
    EXPECT_GE(*std::ranges::min_element(v), 0) << facts_of(type).name;
    EXPECT_LE(*std::ranges::max_element(v), 1) << facts_of(type).name;
    EXPECT_NEAR(std::accumulate(v.begin(), v.end(), 0.0) / 10'000, 0.5, 0.02) << facts_of(type).name;
  }
}

TEST(EveryElementType, HoldsWhatLooksLikeResults) {
  for (const ElementType type : every_type()) {
    const Fill fill = like_results(type);
    EXPECT_GE(fill.a, facts_of(type).least) << facts_of(type).name;
    EXPECT_LE(fill.b, facts_of(type).most) << facts_of(type).name;
    std::vector<std::byte> bytes(1000 * facts_of(type).bytes);
    fill_random(bytes, type, fill, {1, 2});
    const auto v = to_doubles(bytes, type);
    EXPECT_GE(std::set<double>(v.begin(), v.end()).size(), type == ElementType::boolean ? 2U : 60U)
        << facts_of(type).name;
  }
}

TEST(EveryElementType, IsPoisonedWithWhatNoKernelMeans) {
  for (const ElementType type : every_type()) {
    const std::vector<std::byte> poison(4 * facts_of(type).bytes, poison_of(type));
    const BufferSpec buffer = {"y", type, 4, Role::out, {}, {1e9, 0, ""}};
    const double number = to_doubles(poison, type)[0];
    EXPECT_TRUE(facts_of(type).floating ? std::isnan(number) : number != 0 && number != 1) << facts_of(type).name;
    const CheckResult result = check_output({"y", type, 4, Role::out, {}, {}}, poison, std::vector<double>(4, 1));
    ASSERT_TRUE(result.failure) << facts_of(type).name;
    EXPECT_NE(result.failure->find("never written"), std::string::npos) << *result.failure;
    if (facts_of(type).floating) {
      EXPECT_TRUE(check_output(buffer, poison, std::vector<double>(4, 1)).failure);
    }
  }
}

TEST(SmallFloatOutput, IsComparedAsANumberAndShownAsOne) {
  const std::vector<Float16> got = {Float16(1.5), Float16(0.1), Float16(-2)};
  const BufferSpec buffer = {"y", ElementType::f16, 3, Role::out, {}, {0, 0x1p-11, "one rounding"}};
  const auto bytes = std::as_bytes(std::span(got));
  EXPECT_EQ(check_output(buffer, bytes, std::vector<double>{1.5, 0.1, -2}).failure, std::nullopt);
  EXPECT_EQ(check_output(buffer, bytes, std::vector<double>{1.5, 0.1002, -2}).failure,
            "y[1]: got 0.099975586, expected 0.1002 (tolerance 0 + 0.000488 of the expected value: one rounding); 1 of "
            "3 elements is wrong");
}

TEST(ByteOutput, IsShownAsANumberNotAsACharacter) {
  const std::vector<std::int8_t> got = {65, -3};
  const BufferSpec buffer = {"y", ElementType::i8, 2, Role::out, {}, {0, 0, ""}};
  const auto result = check_output(buffer, std::as_bytes(std::span(got)), std::vector<double>{66, -3});
  EXPECT_EQ(result.failure, "y[0]: got 65, expected 66 (tolerance 0); 1 of 2 elements is wrong");
}

TEST(BoolOutput, AcceptsNoByteThatIsNeitherTrueNorFalse) {
  const std::vector<std::uint8_t> got = {1, 0, 2};
  const BufferSpec buffer = {"y", ElementType::boolean, 3, Role::out, {}, {0, 0, ""}};
  const auto result = check_output(buffer, std::as_bytes(std::span(got)), std::vector<double>{1, 0, 1});
  EXPECT_EQ(result.check.mismatches, 1);
}

TEST(Permutation, HasEachNumberOnceInAnotherOrderForAnotherSeed) {
  const BufferSpec buffer = {"x", ElementType::i32, 1000, Role::in, {Fill::Kind::permutation, 0, 0}, {}};
  auto first = to_doubles(first_content(buffer, 1), buffer.type);
  const auto second = to_doubles(first_content(buffer, 2), buffer.type);
  EXPECT_NE(first, second);
  EXPECT_FALSE(std::ranges::is_sorted(first));
  std::ranges::sort(first);
  for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(first[i], static_cast<double>(i));
}

TEST(Sorted, AscendsWithinItsBounds) {
  const auto v = typed_values(ElementType::i16, {Fill::Kind::sorted, -5, 5});
  EXPECT_TRUE(std::ranges::is_sorted(v));
  EXPECT_EQ(v.front(), -5);
  EXPECT_EQ(v.back(), 5);
}

}  // namespace
}  // namespace warpledger
