#include "l1_model/quantities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "l1_model/access_fixture.h"
#include "l1_model/sm_caches.h"
#include "model/metric.h"

namespace warpledger {
namespace {

class Sm {
 public:
  /// Repeats an access every `cycles`.
  void access(const WarpAccess& warp_access, int times = 1, std::uint64_t cycles = 1000) {
    const Pattern pattern = make_pattern(warp_access);
    for (int i = 0; i < times; ++i) {
      caches_.request(pattern, base_line(warp_access), now_ += cycles, false);
      totals_.add(pattern);
    }
  }
  SmCounts counts() {
    caches_.add(totals_);
    return caches_.counts();
  }

 private:
  SmCaches caches_{L1Parameters{.bytes = 64 * kLineBytes, .sets = 1}};
  AccessTotals totals_;
  std::uint64_t now_ = 0;
};

void expect(const QuantityEstimate& quantity, double value, double lower, double upper, Confidence confidence,
            const std::string& because) {
  EXPECT_EQ(quantity.value, value);
  EXPECT_EQ(quantity.lower, lower);
  EXPECT_EQ(quantity.upper, upper);
  EXPECT_EQ(quantity.confidence, confidence);
  EXPECT_EQ(quantity.because, because);
}

TEST(Quantities, AreAllThatAMetricMayNameButTheInstructions) {
  std::set<std::string_view> names;
  for (const ModelQuantity& listed : kModelQuantities) {
    EXPECT_TRUE(names.insert(listed.name).second) << listed.name;
    EXPECT_FALSE(listed.about.empty());
    if (listed.name == "inst_executed") continue;
    EXPECT_NO_THROW(quantity(listed.name, SmCounts(), Sampling())) << listed.name;
  }
}

TEST(Quantities, AnUnknownNameIsRefused) {
  try {
    quantity("l1_red_sectors", SmCounts(), Sampling());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "the memory model has no quantity 'l1_red_sectors'");
    EXPECT_THAT(error.hint(), testing::StartsWith("did you mean 'l1_read_sectors'?"));
  }
}

TEST(Quantities, RequestsAndSectorsAreCounted) {
  Sm sm;
  sm.access(strided(0, 128, 4), 3);
  const SmCounts counts = sm.counts();
  expect(quantity("global_load_requests", counts, {}), 3, 3, 3, Confidence::exact, "counted");
  expect(quantity("global_load_sectors", counts, {}), 96, 96, 96, Confidence::exact, "counted");
  expect(quantity("global_store_requests", counts, {}), 0, 0, 0, Confidence::exact, "counted");
}

TEST(Quantities, AScaleFromSomeSmsToAllLeavesThemGoodWithinItsOwnBounds) {
  Sm sm;
  sm.access(strided(0, 4, 4), 3);
  const SmCounts counts = sm.counts();
  expect(quantity("global_load_requests", counts, {.scale = 4, .scale_lower = 4, .scale_upper = 4}), 12, 12, 12,
         Confidence::exact, "counted");
  expect(
      quantity("global_load_requests", counts, {.scale = 4, .scale_lower = 3, .scale_upper = 5, .whole_grid = false}),
      12, 9, 15, Confidence::good, "scaled from the traced SMs to the whole grid");
}

TEST(Quantities, DivergenceLeavesBoundsThatHoldHoweverLanesAreJoined) {
  Sm sm;
  WarpAccess half = strided(0, 4, 4);
  half.active = 0x0000ffff;
  sm.access(half, 4);
  const char* because = "lanes diverge, and where the GPU's compiler reconverges them is unknown";
  const SmCounts counts = sm.counts();
  expect(quantity("global_load_requests", counts, {.divergent = true}), 4, 2, 64, Confidence::good, because);
  expect(quantity("global_load_sectors", counts, {.divergent = true}), 8, 2, 64, Confidence::good, because);
}

TEST(Quantities, SharedConflictsFollowFromTheAddresses) {
  Sm sm;
  sm.access(strided(0, 128, 4, AccessKind::load, Space::shared), 2);
  sm.access(strided(0, 8, 4, AccessKind::store, Space::shared));
  const SmCounts counts = sm.counts();
  expect(quantity("shared_load_conflicts", counts, {}), 62, 62, 62, Confidence::exact, "counted");
  expect(quantity("shared_store_conflicts", counts, {}), 1, 1, 1, Confidence::exact, "counted");
}

TEST(Quantities, LoadsThatMissHaveFewerConflictsByTheCyclesOfTheirTags) {
  Sm sm;
  sm.access(strided(0, 128, 4), 10);
  // The miss takes 32 data-bank cycles, 8 of them for tags. Nine hits take 32 each, of which the first is not a
  // conflict.
  expect(quantity("global_bank_conflicts", sm.counts(), {}), 24 + 9 * 31, 232, 318, Confidence::good,
         "24 to 31 per request, depending on how many wait for the L2; pressure 0.5");
}

TEST(Quantities, GlobalConflictsArePoorWhereLanesDivergeOrTheL1IsFull) {
  Sm sm;
  sm.access(strided(0, 128, 4));
  EXPECT_EQ(quantity("global_bank_conflicts", sm.counts(), {.divergent = true}).confidence, Confidence::poor);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t line = 0; line < 60; ++line) sm.access(strided(line * 128, 4, 4));
  EXPECT_EQ(quantity("global_bank_conflicts", sm.counts(), {}).confidence, Confidence::poor);
}

TEST(Quantities, ReadsAreGoodAtLowPressureWithinTheirBounds) {
  Sm sm;
  sm.access(strided(0, 4, 4), 3);
  expect(quantity("l1_read_sectors", sm.counts(), {.scale = 2, .scale_lower = 2, .scale_upper = 2}), 8, 8, 24,
         Confidence::good, "pressure 0.125, 33.3 % of the sectors miss");
}

TEST(Quantities, ReadsArePoorAtHighPressure) {
  Sm sm;
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t line = 0; line < 60; ++line) sm.access(strided(line * 128, 4, 4));
  expect(quantity("l1_read_sectors", sm.counts(), {}), 240, 240, 480, Confidence::poor,
         "pressure 1, 50 % of the sectors miss");
}

TEST(Quantities, ReadsOfAStreamAreExact) {
  Sm sm;
  sm.access(strided(0, 4, 4));
  expect(quantity("l1_read_sectors", sm.counts(), {}), 4, 4, 4, Confidence::exact, "no sector is requested twice");
}

TEST(Quantities, ReadsAreInDoubtForWhatTheModelLeavesOut) {
  Sm sm;
  sm.access(strided(0, 4, 4));
  sm.access(strided(0, 4, 4, AccessKind::store, Space::local));
  sm.access(strided(0, 4, 4, AccessKind::atomic));
  expect(quantity("l1_read_sectors", sm.counts(), {.divergent = true}), 4, 4, 36, Confidence::poor,
         "pressure 0, 100 % of the sectors miss; lanes diverge; local memory shares the L1 and is not included; "
         "atomics are "
         "not included");
}

TEST(Quantities, WritesAreAPointInAnInterval) {
  Sm sm;
  sm.access(strided(0, 4, 4, AccessKind::store));
  sm.access(strided(128, 4, 4, AccessKind::store));
  sm.access(strided(128, 4, 4, AccessKind::store), 1, 10);  // soon enough to merge
  sm.access(strided(0, 4, 4, AccessKind::store));
  expect(quantity("l1_written_sectors", sm.counts(), {}), 12, 8, 16, Confidence::poor,
         "how long stores to a sector wait for each other is unknown");
}

TEST(Quantities, WritesAreExactWhereTheEndsMeet) {
  Sm sm;
  sm.access(strided(0, 4, 4, AccessKind::store));
  const SmCounts counts = sm.counts();
  expect(quantity("l1_written_sectors", counts, {}), 4, 4, 4, Confidence::exact, "no sector is written twice");
  EXPECT_EQ(quantity("l1_written_sectors", counts, {.scale_upper = 2, .whole_grid = false}).confidence,
            Confidence::good);
}

TEST(Quantities, AtomicsMayBeAmongTheWrites) {
  Sm sm;
  sm.access(strided(0, 4, 4, AccessKind::store));
  sm.access(strided(0, 4, 4, AccessKind::atomic));
  expect(quantity("l1_written_sectors", sm.counts(), {}), 4, 4, 8, Confidence::poor,
         "how long stores to a sector wait for each other is unknown; atomics are not included");
}

TEST(Quantities, TheHitShareIsAbsentWithoutLoads) {
  const QuantityEstimate none = quantity("l1_hit_pct", SmCounts(), {});
  EXPECT_EQ(none.value, std::nullopt);
  EXPECT_EQ(none.because, "no global load was traced");
}

TEST(Quantities, TheHitShareHasTheBoundsOfTheReads) {
  Sm sm;
  sm.access(strided(0, 4, 4), 4);
  expect(quantity("l1_hit_pct", sm.counts(), {.scale = 3, .scale_lower = 3, .scale_upper = 3}), 75, 0, 75,
         Confidence::good, "pressure 0.125, 25 % of the sectors miss");
}

}  // namespace
}  // namespace warpledger
