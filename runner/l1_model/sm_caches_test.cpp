#include "l1_model/sm_caches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "l1_model/access_fixture.h"

namespace warpledger {
namespace {

constexpr L1Parameters kOneSet = {.bytes = 64 * kLineBytes, .sets = 1, .write_window_cycles = 16};
constexpr std::uint64_t kLong = 10000;  ///< cycles until nothing is pending

class Caches {
 public:
  explicit Caches(const L1Parameters& parameters = kOneSet) : caches_(parameters) {}

  /// `cycles_later`: since the previous access.
  Passage access(const WarpAccess& access, std::uint64_t cycles_later = kLong, bool waited = false) {
    now_ += cycles_later;
    const Passage passage = caches_.request(make_pattern(access), base_line(access), now_, waited);
    return {passage.unit_free - now_, passage.data_there - now_};
  }
  void load(std::uint64_t line, std::uint64_t cycles_later = kLong) {
    access(strided(line * kLineBytes, 4, 4), cycles_later);
  }
  void store(std::uint64_t line, std::uint64_t cycles_later = kLong) {
    access(strided(line * kLineBytes, 4, 4, AccessKind::store), cycles_later);
  }
  const SmCounts& counts() const { return caches_.counts(); }

 private:
  SmCaches caches_;
  std::uint64_t now_ = 0;
};

TEST(SmCaches, AStoredLineIsNotFetched) {
  Caches caches;
  caches.store(1);
  caches.load(1);
  EXPECT_EQ(caches.counts().l1_read_sectors, 4u);
}

TEST(SmCaches, AStoreKeepsTheLineThatWasLoaded) {
  Caches caches;
  caches.load(1);
  caches.store(1);
  caches.load(1);
  EXPECT_EQ(caches.counts().l1_read_sectors, 4u);
}

TEST(SmCaches, StoresToASectorLeaveTogetherWithinTheWindow) {
  Caches caches;
  caches.store(1);
  caches.store(1, 16);
  caches.store(1, 16);  // each store restarts the window
  EXPECT_EQ(caches.counts().l1_written_sectors, 4u);
  caches.store(1, 17);
  EXPECT_EQ(caches.counts().l1_written_sectors, 8u);
  EXPECT_EQ(caches.counts().stored_sectors, 4u);
}

TEST(SmCaches, ALoadWaitsForTheL2AndALaterOneOfTheSameLineUntilThen) {
  L1Parameters parameters = kOneSet;
  parameters.clock = {.hit_cycles = 60, .miss_cycles = 600, .miss_jitter_cycles = 0, .fill_sectors_per_cycle = 4};
  Caches caches(parameters);
  const WarpAccess line = strided(0, 4, 4);
  EXPECT_EQ(caches.access(line).data_there, 1 + 600 + 1);
  EXPECT_EQ(caches.access(line, 100).data_there, 501 + 1);
  EXPECT_EQ(caches.access(line, 1000).data_there, 60 + 1);
}

TEST(SmCaches, TheL2FillsSoManySectorsACycle) {
  L1Parameters parameters = kOneSet;
  parameters.clock = {.miss_cycles = 600, .miss_jitter_cycles = 0, .fill_sectors_per_cycle = 2};
  Caches caches(parameters);
  EXPECT_EQ(caches.access(strided(0, 128, 4)).data_there, 16 + 600 + 32);
  EXPECT_EQ(caches.access(strided(1 << 20, 128, 4), 0).data_there, 32 + 600 + 32);
}

TEST(SmCaches, AnAccessOccupiesTheUnitForItsWavefrontsAndAStoreForItsLeast) {
  L1Parameters parameters = kOneSet;
  parameters.clock.store_cycles = 3;
  Caches caches(parameters);
  EXPECT_EQ(caches.access(strided(0, 4, 4)).unit_free, 1);
  EXPECT_EQ(caches.access(strided(0, 128, 4)).unit_free, 32);
  EXPECT_EQ(caches.access(strided(0, 4, 4, AccessKind::store)).unit_free, 3);
  EXPECT_EQ(caches.access(strided(0, 128, 4, AccessKind::store)).unit_free, 32);
}

TEST(SmCaches, ALoadThatWaitsForTheL2HasFewerConflictsByTheCyclesOfItsTags) {
  Caches caches;
  const WarpAccess column = strided(0, 128, 4);
  caches.access(column);
  EXPECT_EQ(caches.counts().global_conflicts, 24u);  // 32 - 32 / 4
  caches.access(column, 10);                         // data still pending
  EXPECT_EQ(caches.counts().global_conflicts, 24u + 24);
  caches.access(column);
  EXPECT_EQ(caches.counts().global_conflicts, 24u + 24 + 31);
  EXPECT_EQ(caches.counts().global_conflicts_least, 3 * 24u);
}

TEST(SmCaches, AStoreThatHadToWaitForTheUnitHasFewerConflicts) {
  Caches caches;
  const WarpAccess column = strided(0, 128, 4, AccessKind::store);
  caches.access(column, kLong, false);
  EXPECT_EQ(caches.counts().global_conflicts, 31u);
  caches.access(column, kLong, true);
  EXPECT_EQ(caches.counts().global_conflicts, 31u + 24);
}

TEST(SmCaches, CoalescedRequestsHaveNoConflicts) {
  Caches caches;
  caches.access(strided(0, 4, 4));
  caches.access(strided(4096, 16, 16));
  caches.access(strided(4096, 16, 16, AccessKind::store), 0, true);
  EXPECT_EQ(caches.counts().global_conflicts, 0u);
}

TEST(SmCaches, ALineThatIsThereInPartReadsTheRest) {
  Caches caches;
  const WarpAccess first_sector = strided(0, 1, 1);
  caches.access(first_sector);
  EXPECT_EQ(caches.counts().l1_read_sectors, 1u);
  caches.load(0);
  EXPECT_EQ(caches.counts().l1_read_sectors, 4u);
  EXPECT_EQ(caches.counts().loaded_sectors, 4u);
}

TEST(SmCaches, ReadsAgainWhatDidNotStay) {
  Caches caches;
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t line = 0; line < 65; ++line) caches.load(line);
  EXPECT_EQ(caches.counts().l1_read_sectors, 2 * 65 * 4u);
  EXPECT_EQ(caches.counts().loaded_sectors, 65 * 4u);
}

TEST(ReuseStack, TellsHowManyOtherLinesCameBetween) {
  ReuseStack stack(3, 2);
  for (std::uint64_t line = 0; line < 6; ++line) EXPECT_EQ(stack.use(line), std::nullopt);
  EXPECT_EQ(stack.use(5), 0u);  // no other line in between
  EXPECT_EQ(stack.use(4), 0u);  // one other line
  EXPECT_EQ(stack.use(3), 1u);  // two
  EXPECT_EQ(stack.use(0), 2u);  // five
}

TEST(ReuseStack, AFirstUseAndTooFarAUseHaveNoDistance) {
  ReuseStack stack(2, 2);
  stack.use(0);
  for (std::uint64_t line = 1; line <= 4; ++line) stack.use(line);
  EXPECT_EQ(stack.use(0), std::nullopt);
}

TEST(ReuseStack, UsingALineOverAndOverDoesNotPushOthers) {
  ReuseStack stack(2, 2);
  stack.use(0);
  for (int i = 0; i < 100; ++i) stack.use(1);
  EXPECT_EQ(stack.use(0), 0u);
}

TEST(ReuseStack, AgreesWithCountingTheLinesBetween) {
  constexpr std::uint32_t kGroups = 5;
  for (const std::uint32_t lines_each : {1U, 3U}) {
    ReuseStack stack(kGroups, lines_each);
    std::vector<std::uint64_t> newest_first;
    std::uint64_t random = 7;
    for (int i = 0; i < 5000; ++i) {
      random = random * 6364136223846793005 + 1442695040888963407;
      const std::uint64_t line = (random >> 33) % 24;
      const auto place = std::find(newest_first.begin(), newest_first.end(), line);
      std::optional<std::uint32_t> expected = static_cast<std::uint32_t>(place - newest_first.begin()) / lines_each;
      if (place == newest_first.end() || *expected >= kGroups) expected = std::nullopt;
      if (place != newest_first.end()) newest_first.erase(place);
      newest_first.insert(newest_first.begin(), line);
      ASSERT_EQ(stack.use(line), expected) << i;
    }
  }
}

}  // namespace
}  // namespace warpledger
