#include "run/compilers.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(Compilers, LeaveTwoCoresToEachDeviceThatIsMeasured) {
  EXPECT_EQ(compilers_for_each(8, 1), 6u);
  EXPECT_EQ(compilers_for_each(16, 4), 2u);
}

TEST(Compilers, AreNoMoreThanTheMemoryOfABatchJobHolds) { EXPECT_EQ(compilers_for_each(128, 2), kMostCompilers); }

TEST(Compilers, AreNoneWhereMeasuringNeedsAllCores) {
  EXPECT_EQ(compilers_for_each(2, 1), 0u);
  EXPECT_EQ(compilers_for_each(16, 8), 0u);
  EXPECT_EQ(compilers_for_each(0, 1), 0u);  // not known
}

TEST(Compilers, BesideAHostAreAsManyAsCoresIdleWhileItsWorkerCompiles) {
  EXPECT_EQ(compilers_beside_host(2), 1u);
  EXPECT_EQ(compilers_beside_host(4), 3u);
  EXPECT_EQ(compilers_beside_host(128), kMostCompilers);
  EXPECT_EQ(compilers_beside_host(1), 0u);
  EXPECT_EQ(compilers_beside_host(0), 0u);  // not known
}

}  // namespace
}  // namespace warpledger
