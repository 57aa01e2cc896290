#include <gtest/gtest.h>

#include <vector>

#include "stats/verdict.h"

namespace warpledger {
namespace {

/// A hundred gaps at each of these medians, from 0 to `offset_ns + share * median`.
std::vector<NoiseGap> gaps(double offset_ns, double share, const std::vector<double>& medians_ns) {
  std::vector<NoiseGap> all;
  for (const double median_ns : medians_ns)
    for (int i = 1; i <= 100; ++i) all.push_back({median_ns, (offset_ns + share * median_ns) * i / 100});
  return all;
}

TEST(Noise, OfShortLaunchesIsAnOffsetAndOfLongOnesAShare) {
  const Noise noise = noise_of(gaps(300, 0.005, {4e3, 1e5, 1e6}));
  EXPECT_NEAR(noise.offset_ns, 320, 5);
  EXPECT_NEAR(noise.relative, 0.005, 2e-4);
  EXPECT_NEAR(gap_of(noise, 4e3), 0.085, 2e-3);
  EXPECT_NEAR(gap_of(noise, 1e6), 0.0053, 2e-4);
}

TEST(Noise, WithoutShortLaunchesIsAShareOnly) {
  const Noise noise = noise_of(gaps(0, 0.01, {1e5}));
  EXPECT_EQ(noise.offset_ns, 0);
  EXPECT_NEAR(noise.relative, 0.0099, 1e-5);
}

TEST(Noise, HeedsNoSingleOutlier) {
  std::vector<NoiseGap> all = gaps(0, 0.01, {1e5, 1e5});
  all.push_back({1e5, 5e4});
  EXPECT_LT(noise_of(all).relative, 0.011);
}

TEST(NoiseApart, LeavesOutEveryPairThatSharesARunWithTheOne) {
  std::vector<std::vector<NoiseGap>> of_pairs(5);
  for (std::size_t i = 0; i < of_pairs.size(); ++i) of_pairs[i] = {{1e6, 1e3 * (i == 4 ? 2.0 : 1.0)}};
  of_pairs[1] = of_pairs[2] = of_pairs[3] = {{1e6, 5e5}};
  EXPECT_NEAR(noise_apart_from(of_pairs, 2)->relative, 0.002, 1e-4);
}

TEST(NoiseApart, IsAbsentWhereAllPairsShareARun) {
  const std::vector<std::vector<NoiseGap>> of_pairs(2, {{1e6, 1e3}});
  EXPECT_FALSE(noise_apart_from(of_pairs, 0));
  const std::vector<std::vector<NoiseGap>> three(3, {{1e6, 1e3}});
  EXPECT_TRUE(noise_apart_from(three, 0));
  EXPECT_FALSE(noise_apart_from(three, 1));
}

}  // namespace
}  // namespace warpledger
