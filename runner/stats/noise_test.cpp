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

}  // namespace
}  // namespace warpledger
