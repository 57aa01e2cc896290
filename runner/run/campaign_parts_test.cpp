#include "run/campaign_parts.h"

#include <gtest/gtest.h>

#include <thread>

namespace warpledger {
namespace {

CampaignPart part_of(const std::string& device, const std::string& model, const std::string& run = "") {
  return {.of_device = device, .model = model, .ordinals = std::vector<std::int64_t>{3, 4}, .run = run};
}

TEST(PartsLeft, OfADeviceThatFailedGoToAnotherOneOfItsModelThatWaits) {
  PartsLeft parts(2);
  std::optional<CampaignPart> taken;
  std::thread idle([&] { taken = parts.next("H200"); });
  parts.give_up(part_of("GPU-1", "H200", "its run"));
  idle.join();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->of_device, "GPU-1");
  EXPECT_EQ(taken->run, "");
  EXPECT_FALSE(parts.next("H200"));
  EXPECT_TRUE(parts.rest().empty());
}

TEST(PartsLeft, AreLeftOverWhereNoDeviceOfTheModelIsAtWork) {
  PartsLeft parts(2);
  std::optional<CampaignPart> taken = part_of("", "");
  std::thread other([&] { taken = parts.next("A100"); });
  parts.give_up(part_of("GPU-1", "H200"));
  other.join();
  EXPECT_FALSE(taken);
  ASSERT_EQ(parts.rest().size(), 1U);
  EXPECT_EQ(parts.rest().front().of_device, "GPU-1");
}

TEST(PartsLeft, EndTheWaitOfAllWhenTheLastDeviceLeaves) {
  PartsLeft parts(3);
  std::vector<std::thread> idle;
  for (int i = 0; i < 2; ++i) idle.emplace_back([&] { EXPECT_FALSE(parts.next("H200")); });
  parts.leave();
  for (std::thread& thread : idle) thread.join();
}

TEST(PartsLeft, ThatWaitFromTheBeginningAreTakenOneByOne) {
  PartsLeft parts(1, {part_of("GPU-1", "H200"), part_of("GPU-2", "H200"), part_of("GPU-3", "A100")});
  EXPECT_EQ(parts.next("H200").value_or(CampaignPart{}).of_device, "GPU-1");
  EXPECT_EQ(parts.next("H200").value_or(CampaignPart{}).of_device, "GPU-2");
  EXPECT_FALSE(parts.next("H200"));
}

TEST(PartsLeft, AreWantedByADeviceThatWaitsUntilThereIsOneForIt) {
  PartsLeft parts(2);
  EXPECT_FALSE(parts.are_wanted_by("H200"));
  std::optional<CampaignPart> taken;
  std::thread idle([&] { taken = parts.next("H200"); });
  while (!parts.are_wanted_by("H200")) std::this_thread::yield();
  EXPECT_FALSE(parts.are_wanted_by("A100"));
  parts.hand_over(part_of("GPU-1", "H200"));
  EXPECT_FALSE(parts.are_wanted_by("H200"));
  idle.join();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->of_device, "GPU-1");
  EXPECT_FALSE(parts.are_wanted_by("H200"));
}

}  // namespace
}  // namespace warpledger
