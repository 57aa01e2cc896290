#include "exec/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpledger {
namespace {

std::vector<double> values(ElementType type, Fill fill, std::int64_t count = 10000, std::uint64_t seed = 1) {
  return to_doubles(first_content({"x", type, count, Role::in, fill, {}}, seed), type);
}

double mean(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

TEST(FirstContent, UniformFillsTheIntervalEvenly) {
  const auto v = values(ElementType::f32, {Fill::Kind::uniform, -1, 3});
  EXPECT_NEAR(mean(v), 1, 0.05);
  EXPECT_LT(*std::min_element(v.begin(), v.end()), -0.99);
  EXPECT_GE(*std::min_element(v.begin(), v.end()), -1);
  EXPECT_GT(*std::max_element(v.begin(), v.end()), 2.99);
}

TEST(FirstContent, UniformIntegersReachBothEnds) {
  const auto v = values(ElementType::i32, {Fill::Kind::uniform, 0, 3});
  for (const double x : {0, 1, 2, 3}) EXPECT_NEAR(static_cast<double>(std::count(v.begin(), v.end(), x)), 2500, 200);
}

TEST(FirstContent, NormalHasItsMeanAndDeviation) {
  const auto v = values(ElementType::f64, {Fill::Kind::normal, 5, 2});
  const double m = mean(v);
  double squares = 0;
  for (const double x : v) squares += (x - m) * (x - m);
  EXPECT_NEAR(m, 5, 0.1);
  EXPECT_NEAR(std::sqrt(squares / 10000), 2, 0.1);
}

TEST(FirstContent, ConstantAndIndexAreWhatTheySay) {
  EXPECT_EQ(values(ElementType::u64, {Fill::Kind::constant, 7, 0}, 3), (std::vector<double>{7, 7, 7}));
  EXPECT_EQ(values(ElementType::i64, {Fill::Kind::index}, 3), (std::vector<double>{0, 1, 2}));
}

TEST(FirstContent, WholeNumbersBeyondTheirTypeAreItsLimits) {
  for (const double x : values(ElementType::u32, {Fill::Kind::normal, -1e3, 1})) ASSERT_EQ(x, 0);
  for (const double x : values(ElementType::i32, {Fill::Kind::normal, 1e12, 1})) ASSERT_EQ(x, 2147483647);
}

TEST(FirstContent, DependsOnSeedAndNameOnly) {
  const Fill fill{Fill::Kind::uniform, 0, 1};
  EXPECT_EQ(values(ElementType::f32, fill), values(ElementType::f32, fill));
  EXPECT_NE(values(ElementType::f32, fill), values(ElementType::f32, fill, 10000, 2));
  EXPECT_NE(first_content({"x", ElementType::f32, 8, Role::in, fill, {}}, 1),
            first_content({"y", ElementType::f32, 8, Role::in, fill, {}}, 1));
}

TEST(FirstContent, ASeedGivesTheSameElementsAsEver) {
  const auto v = values(ElementType::f64, {Fill::Kind::uniform, -1, 1}, 1'000'000);
  // From the first version, single-threaded: ledgers hold measurements on these inputs.
  EXPECT_EQ(v.front(), -0.69209244917892021);
  EXPECT_EQ(v[500'001], 0.017072750666695669);
  EXPECT_EQ(v.back(), 0.027991310154283022);
}

TEST(Inputs, AreMadeOnceForABufferAndASeed) {
  Inputs inputs;
  BufferSpec buffer{"x", ElementType::f32, 8, Role::in, {Fill::Kind::uniform, 0, 1}, {}};
  const auto first = inputs.get(buffer, 1);
  EXPECT_EQ(*first, first_content(buffer, 1));
  EXPECT_EQ(inputs.get(buffer, 1), first);
  EXPECT_NE(inputs.get(buffer, 2), first);
  buffer.fill.b = 2;
  EXPECT_EQ(*inputs.get(buffer, 1), first_content(buffer, 1));
}

}  // namespace
}  // namespace warpledger
