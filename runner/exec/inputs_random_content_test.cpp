#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "exec/inputs.h"

namespace warpledger {
namespace {

std::vector<double> random_values(ElementType type, std::size_t count, std::uint64_t seed) {
  std::vector<std::byte> bytes(count * facts_of(type).bytes);
  fill_random(bytes, type, like_results(type), {seed, seed});
  return to_doubles(bytes, type);
}

TEST(FillRandom, FloatingElementsAreUniformBetweenMinusOneAndOne) {
  for (const ElementType type : {ElementType::f32, ElementType::f64}) {
    const auto v = random_values(type, 500'000, 1);  // enough for several threads
    EXPECT_NEAR(std::accumulate(v.begin(), v.end(), 0.0) / 500'000, 0, 0.01);
    EXPECT_GE(*std::min_element(v.begin(), v.end()), -1);
    EXPECT_LT(*std::min_element(v.begin(), v.end()), -0.999);
    EXPECT_LT(*std::max_element(v.begin(), v.end()), 1);
    EXPECT_GT(*std::max_element(v.begin(), v.end()), 0.999);
  }
}

TEST(FillRandom, IntegersAreWholeNumbersBelowAMillionOrSo) {
  for (const ElementType type : {ElementType::i32, ElementType::u32, ElementType::i64, ElementType::u64}) {
    const auto v = random_values(type, 10'000, 1);
    EXPECT_GE(*std::min_element(v.begin(), v.end()), 0);
    EXPECT_LT(*std::max_element(v.begin(), v.end()), 1 << 20);
    EXPECT_GT(std::set<double>(v.begin(), v.end()).size(), 9'900u);
  }
}

TEST(FillRandom, AnotherSeedGivesOthersEverywhere) {
  const auto first = random_values(ElementType::f32, 10'000, 1), second = random_values(ElementType::f32, 10'000, 99);
  EXPECT_EQ(first, random_values(ElementType::f32, 10'000, 1));
  int same = 0;
  for (std::size_t i = 0; i < first.size(); ++i) same += first[i] == second[i] ? 1 : 0;
  EXPECT_LT(same, 10);
}

TEST(Fingerprint, ChangesWithEachBitAndWithTheOrderOfWords) {
  std::vector<std::byte> bytes(20);  // the last word is half a word
  const std::uint64_t zeros = fingerprint(bytes, 1);
  std::set<std::uint64_t> seen = {zeros};
  for (std::byte& byte : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      byte = std::byte{1} << bit;
      seen.insert(fingerprint(bytes, 1));
    }
    byte = std::byte{0};
  }
  EXPECT_EQ(seen.size(), 161u);
  EXPECT_EQ(fingerprint(bytes, 1), zeros);
}

TEST(Fingerprint, DependsOnTheKey) {
  const std::vector<std::byte> bytes(16);
  EXPECT_NE(fingerprint(bytes, 1), fingerprint(bytes, 2));
}

TEST(Fingerprint, IsTheSameHoweverManyThreadsTakePart) {
  std::vector<std::byte> bytes(std::size_t{8} << 20);
  fill_random(bytes, ElementType::u64, like_results(ElementType::u64), {3, 3});
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size() / 8; ++i) {
    std::uint64_t word = 0;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(8 * i), 8, reinterpret_cast<std::byte*>(&word));
    sum += scatter(scatter(5 + i) ^ word);
  }
  EXPECT_EQ(fingerprint(bytes, 5), sum);
}

}  // namespace
}  // namespace warpledger
