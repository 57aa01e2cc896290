#include "model/launch_text.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

Job job(std::vector<Quantity> quantities) {
  Job job;
  job.identity = "norm_base d_l=4";
  job.quantities = std::move(quantities);
  return job;
}

TEST(LaunchText, HasTheExtentsUpToTheLastAboveOne) {
  EXPECT_EQ(text_of(Extent{128, 1, 1}), "128");
  EXPECT_EQ(text_of(Extent{8, 8, 1}), "8x8");
  EXPECT_EQ(text_of(Extent{1, 1, 4}), "1x1x4");
  EXPECT_EQ(text_of(Extent{1, 1, 1}), "1");
}

TEST(LaunchText, NamesAPointWithWhatReallyRan) {
  EXPECT_EQ(point_text(job({{Quantity::Kind::launch, "blocks", 64},
                            {Quantity::Kind::launch, "grid", 0, "8x8"},
                            {Quantity::Kind::launch, "block", 0, "16x16"},
                            {Quantity::Kind::launch, kResolved, 0, "n_l=1024"}})),
            "norm_base d_l=4 (n_l=1024, grid 8x8, block 16x16)");
}

TEST(LaunchText, OfALibraryProgramIsItsIdentity) { EXPECT_EQ(point_text(job({})), "norm_base d_l=4"); }

}  // namespace
}  // namespace warpledger
