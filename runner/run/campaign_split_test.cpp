#include "run/campaign_split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "plan/device_fixture.h"
#include "spec/library.h"

namespace warpledger {
namespace {

Plan plan() {
  const Library library({WARPLEDGER_SOURCE_DIR});
  return make_plan(load_experiment(library, "quickstart"), rtx_4090());
}

TEST(CampaignSplit, BeginsEachShareWithTheAnchorAndHasEveryOtherPointOnce) {
  const Plan all = plan();
  const std::int64_t anchor = anchor_of(all);
  std::multiset<std::int64_t> others;
  for (const std::vector<std::int64_t>& share : shares_of(all, 3)) {
    ASSERT_FALSE(share.empty());
    EXPECT_EQ(share.front(), anchor);
    EXPECT_EQ(std::ranges::count(share, anchor), 1);
    others.insert(share.begin() + 1, share.end());
  }
  others.insert(anchor);
  const std::vector<std::int64_t> planned = all.ordinals();
  EXPECT_EQ(others, std::multiset<std::int64_t>(planned.begin(), planned.end()));
}

TEST(CampaignSplit, GivesADeviceTheAnchorAloneWhereThereAreMoreDevicesThanPoints) {
  const Plan all = plan();
  const auto shares = shares_of(all, all.size() + 2);
  EXPECT_EQ(shares.back(), std::vector<std::int64_t>{anchor_of(all)});
}

TEST(CampaignSplit, HasAnAnchorThatIsNeitherAmongTheCheapestNorTheCostliestPoints) {
  const Plan all = plan();
  const std::int64_t anchor_us = all.cost_us(anchor_of(all));
  std::int64_t cheaper = 0, costlier = 0;
  for (const std::int64_t ordinal : all.ordinals()) {
    cheaper += all.cost_us(ordinal) < anchor_us ? 1 : 0;
    costlier += all.cost_us(ordinal) > anchor_us ? 1 : 0;
  }
  EXPECT_LE(cheaper, all.size() / 2);
  EXPECT_LE(costlier, all.size() / 2);
}

TEST(CampaignSplit, RefusesDevicesThatAreNotAlike) {
  const auto refusal = [](const Device& second) {
    Device first = rtx_4090();
    first.id = "host:rtx4090:2";
    try {
      refuse_to_split_on(std::vector{first, second});
    } catch (const Error& error) {
      return error.problem();
    }
    return std::string();
  };
  EXPECT_EQ(refusal(rtx_4090()), "");
  Device other = rtx_4090();
  other.name = "NVIDIA H200";
  EXPECT_NE(refusal(other).find("are different models"), std::string::npos);
  Device small = rtx_4090();
  small.facts["sm_count"] = 64;
  EXPECT_NE(refusal(small).find("is set up in another way than"), std::string::npos);
}

}  // namespace
}  // namespace warpledger
