#include "grading/copies/fingerprints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace warpledger {
namespace {

std::vector<CodeToken> tokens_of(const std::vector<std::uint32_t>& kinds) {
  std::vector<CodeToken> tokens;
  for (const std::uint32_t kind : kinds) tokens.push_back({kind, 1});
  return tokens;
}

std::vector<std::uint32_t> drawn_kinds(std::mt19937& random, std::size_t count) {
  std::vector<std::uint32_t> kinds(count);
  for (std::uint32_t& kind : kinds) kind = static_cast<std::uint32_t>(random() % 50);
  return kinds;
}

std::set<std::uint64_t> prints_of(const std::vector<std::uint32_t>& kinds, const Winnowing& by) {
  std::set<std::uint64_t> hashes;
  for (const CodePrint& print : winnowed(gram_hashes(tokens_of(kinds), by.gram), by.window)) hashes.insert(print.hash);
  return hashes;
}

TEST(Fingerprints, OfARunThatIsLongEnoughAreSharedWhateverIsAroundIt) {
  std::mt19937 random(7);
  const Winnowing by;
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<std::uint32_t> shared = drawn_kinds(random, by.gram + by.window - 1);
    std::vector<std::set<std::uint64_t>> prints;
    for (int text = 0; text < 2; ++text) {
      std::vector<std::uint32_t> whole = drawn_kinds(random, random() % 40);
      whole.insert(whole.end(), shared.begin(), shared.end());
      const std::vector<std::uint32_t> behind = drawn_kinds(random, random() % 40);
      whole.insert(whole.end(), behind.begin(), behind.end());
      prints.push_back(prints_of(whole, by));
    }
    EXPECT_TRUE(std::ranges::any_of(prints[0], [&](std::uint64_t hash) { return prints[1].contains(hash); })) << trial;
  }
}

TEST(Fingerprints, OfRunsThatAreShorterAreNotShared) {
  std::mt19937 random(8);
  const Winnowing by;
  const std::vector<std::uint32_t> shared = drawn_kinds(random, by.gram - 1);
  std::vector<std::uint32_t> one = shared;
  std::vector<std::uint32_t> other = shared;
  for (std::uint32_t i = 0; i < 100; ++i) {
    one.push_back(1000 + i);
    other.push_back(2000 + i);
  }
  for (const std::uint64_t hash : prints_of(one, by)) EXPECT_FALSE(prints_of(other, by).contains(hash));
}

/// Section 3.2 of the paper: of random hashes, 2 in (window + 1) are chosen.
TEST(Fingerprints, AreAsDenseAsThePublishedMethods) {
  std::mt19937 random(9);
  std::vector<std::uint32_t> kinds(20'000);
  for (std::uint32_t& kind : kinds) kind = static_cast<std::uint32_t>(random());
  const std::vector<std::uint64_t> hashes = gram_hashes(tokens_of(kinds), 14);
  for (const std::size_t window : {1, 4, 9}) {
    const double density = static_cast<double>(winnowed(hashes, window).size()) / static_cast<double>(hashes.size());
    EXPECT_NEAR(density, 2.0 / static_cast<double>(window + 1), 0.02) << window;
  }
}

TEST(Fingerprints, LieInEachWindowAndInOrder) {
  std::mt19937 random(10);
  const std::vector<std::uint64_t> hashes = gram_hashes(tokens_of(drawn_kinds(random, 500)), 5);
  const std::vector<CodePrint> prints = winnowed(hashes, 6);
  for (std::size_t i = 1; i < prints.size(); ++i) {
    EXPECT_GT(prints[i].position, prints[i - 1].position);
    EXPECT_LE(prints[i].position, prints[i - 1].position + 6);
  }
  for (const CodePrint& print : prints) EXPECT_EQ(print.hash, hashes.at(print.position));
}

TEST(Fingerprints, OfOneTokenOverAndOverAreOneAWindow) {
  const std::vector<std::uint64_t> hashes = gram_hashes(tokens_of(std::vector<std::uint32_t>(1013, 5)), 14);
  EXPECT_EQ(winnowed(hashes, 4).size(), 250);
  EXPECT_EQ(prints_of(std::vector<std::uint32_t>(1013, 5), {}).size(), 1);
}

TEST(Fingerprints, OfAShortTextAreFew) {
  EXPECT_TRUE(gram_hashes(tokens_of({1, 2, 3}), 4).empty());
  EXPECT_TRUE(winnowed({}, 4).empty());
  EXPECT_EQ(winnowed(gram_hashes(tokens_of({1, 2, 3, 4}), 4), 4).size(), 1);
}

}  // namespace
}  // namespace warpledger
