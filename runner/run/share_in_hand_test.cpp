#include "run/share_in_hand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "plan/device_fixture.h"
#include "spec/library.h"

namespace warpledger {
namespace {

Plan plan_of(const std::string& experiment) {
  const Library library({WARPLEDGER_SOURCE_DIR});
  return make_plan(load_experiment(library, experiment), rtx_4090());
}

class ShareInHandTest : public testing::Test {
 protected:
  const Plan plan_ = plan_of("quickstart");
  const std::vector<std::int64_t> all_ = plan_.ordinals();
  ShareInHand share_ = ShareInHand(plan_, all_);
};

TEST_F(ShareInHandTest, KeepsItsFirstPointsAndHandsOverTheOthersInTheirOrder) {
  ASSERT_GE(all_.size(), 8U);
  const auto points = share_.hand_over(2, 60);
  ASSERT_TRUE(points);
  ASSERT_GT(share_.size(), 2U);
  EXPECT_EQ(share_.size() + points->size(), all_.size());
  EXPECT_TRUE(std::ranges::equal(*points, std::span(all_).subspan(share_.size())));
}

TEST_F(ShareInHandTest, HandsOverAboutHalfOfWhatIsLeftAgainAndAgain) {
  const auto cost_us = [&](std::span<const std::int64_t> ordinals) {
    std::int64_t sum_us = 0;
    for (const std::int64_t ordinal : ordinals) sum_us += plan_.cost_us(ordinal);
    return static_cast<double>(sum_us);
  };
  for (int times = 0; times < 2; ++times) {
    const double left_us = cost_us(std::span(all_).subspan(1, share_.size() - 1));
    const auto points = share_.hand_over(1, 600);
    ASSERT_TRUE(points);
    EXPECT_GE(cost_us(*points), left_us / 5);
    EXPECT_LE(cost_us(*points), left_us * 4 / 5);
  }
}

TEST_F(ShareInHandTest, CutsBetweenShapesWhereThatLeavesEachAQuarter) {
  const auto points = share_.hand_over(1, 600);
  ASSERT_TRUE(points);
  std::set<std::vector<double>> kept;
  for (std::size_t i = 0; i < share_.size(); ++i) kept.insert(plan_.shape(all_[i]));
  for (const std::int64_t ordinal : *points) EXPECT_FALSE(kept.contains(plan_.shape(ordinal))) << ordinal;
}

TEST_F(ShareInHandTest, KeepsAllWhereTheRestTakesNoTime) {
  EXPECT_FALSE(share_.hand_over(all_.size() / 2, ShareInHand::kWorthHandingOver_s / 20));
  EXPECT_EQ(share_.size(), all_.size());
}

TEST_F(ShareInHandTest, KeepsAllBeforeItIsKnownHowLongAPointTakesAndItsLastPoint) {
  EXPECT_FALSE(share_.hand_over(0, 600));
  EXPECT_FALSE(share_.hand_over(all_.size() - 1, 6000));
}

TEST(ShareInHandOfOneShape, IsCutBetweenPoints) {
  const Plan plan = plan_of("quickstart");
  std::vector<std::int64_t> one_shape;
  for (const std::int64_t ordinal : plan.ordinals())
    if (plan.shape(ordinal) == plan.shape(0)) one_shape.push_back(ordinal);
  ASSERT_GE(one_shape.size(), 4U);
  ShareInHand share(plan, one_shape);
  const auto points = share.hand_over(1, 600);
  ASSERT_TRUE(points);
  EXPECT_FALSE(points->empty());
}

}  // namespace
}  // namespace warpledger
