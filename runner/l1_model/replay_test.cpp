#include "l1_model/replay.h"

#include <gtest/gtest.h>

#include "l1_model/access_fixture.h"

namespace warpledger {
namespace {

constexpr L1Parameters kL1 = {.bytes = 64 * kLineBytes, .sets = 4};

/// L1 that merges stores to a sector within `window_cycles`. The written sectors show how far apart two stores were.
L1Parameters timed(std::uint32_t window_cycles, const ReplayClock& clock = {}) {
  L1Parameters l1 = {.bytes = 64 * kLineBytes, .sets = 4, .write_window_cycles = window_cycles, .clock = clock};
  l1.clock.miss_jitter_cycles = 0;
  return l1;
}

WarpAccess load_of(std::uint64_t line) { return strided(line * kLineBytes, 4, 4); }

WarpAccess store_to(std::uint64_t line) { return strided(line * kLineBytes, 4, 4, AccessKind::store); }

template <typename Fill>
SmCounts replay(std::uint32_t blocks, std::uint32_t warps, std::uint32_t resident_blocks, const Fill& fill,
                const L1Parameters& l1 = kL1) {
  PatternTable patterns;
  std::uint32_t next = 0;
  return replay_sm(l1, resident_blocks, [&]() -> std::optional<BlockTrace> {
    if (next == blocks) return std::nullopt;
    BlockTrace trace(patterns, warps);
    fill(trace, next++);
    return trace;
  });
}

TEST(Replay, AStreamReadsEverySectorOnce) {
  const SmCounts counts = replay(2, 2, 1, [](BlockTrace& trace, std::uint32_t block) {
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      for (std::uint32_t i = 0; i < 100; ++i) trace.add(warp, strided((block * 200 + warp * 100 + i) * 128UL, 4, 4));
  });
  EXPECT_EQ(counts.accesses.of(Space::global, AccessKind::load), (AccessCounts{400, 12800, 1600, 0}));
  EXPECT_EQ(counts.l1_read_sectors, 1600u);
  EXPECT_EQ(counts.loaded_sectors, 1600u);
  EXPECT_EQ(counts.pressure(), 0);
}

TEST(Replay, AWarpThatWaitsAtABarrierSeesWhatTheOthersLoadedBefore) {
  const auto fill = [](bool barrier) {
    return [barrier](BlockTrace& trace, std::uint32_t) {
      // Warp 1 streams through more than the L1 before it loads what warp 0 loads first.
      for (std::uint32_t i = 1; i <= 128; ++i) trace.add(1, strided(i * 128UL, 4, 4));
      if (barrier) trace.barrier(0);
      if (barrier) trace.barrier(1);
      trace.add(0, strided(0, 4, 4));
      trace.add(1, strided(0, 4, 4));
    };
  };
  EXPECT_EQ(replay(1, 2, 1, fill(false)).l1_read_sectors, (128 + 2) * 4u);
  EXPECT_EQ(replay(1, 2, 1, fill(true)).l1_read_sectors, (128 + 1) * 4u);
}

TEST(Replay, ABarrierDoesNotWaitForWarpsThatHaveEnded) {
  const SmCounts counts = replay(1, 3, 1, [](BlockTrace& trace, std::uint32_t) {
    trace.barrier(0);
    trace.barrier(1);
    trace.barrier(0);
    trace.add(0, strided(0, 4, 4));
  });
  EXPECT_EQ(counts.l1_read_sectors, 4u);
}

TEST(Replay, ABlockThatEndsMakesRoomForTheNext) {
  PatternTable patterns;
  std::uint32_t next = 0;
  const SmCounts counts = replay_sm(kL1, 2, [&]() -> std::optional<BlockTrace> {
    if (next == 5) return std::nullopt;
    BlockTrace trace(patterns, 1);
    trace.add(0, strided(next++ * 128UL, 4, 4));
    return trace;
  });
  EXPECT_EQ(counts.l1_read_sectors, 20u);
}

TEST(Replay, ResidentBlocksTakeTurns) {
  // Both blocks load the same 100 lines, more than the L1 of 64 keeps between blocks.
  const auto fill = [](BlockTrace& trace, std::uint32_t) {
    for (std::uint32_t i = 0; i < 100; ++i) trace.add(0, strided(i * 128UL, 4, 4));
  };
  EXPECT_EQ(replay(2, 1, 1, fill).l1_read_sectors, 800u);
  EXPECT_EQ(replay(2, 1, 2, fill).l1_read_sectors, 400u);
}

TEST(Replay, AWarpWhoseLoadsMissSendsItsNextRequestLater) {
  const auto fill = [](std::uint64_t line) {
    return [line](BlockTrace& trace, std::uint32_t) {
      trace.add(1, load_of(1));
      for (const std::uint32_t warp : {0, 1}) trace.barrier(warp);
      trace.add(0, load_of(line));
      for (const std::uint32_t warp : {0, 1}) trace.add(warp, store_to(50));
    };
  };
  const L1Parameters l1 = timed(100, {.hit_cycles = 60, .miss_cycles = 600, .loads_together = 1});
  EXPECT_EQ(replay(1, 2, 1, fill(1), l1).l1_written_sectors, 4u) << "a hit takes less than the window";
  EXPECT_EQ(replay(1, 2, 1, fill(2), l1).l1_written_sectors, 8u);
}

TEST(Replay, AWarpStartsSoManyLoadsBeforeItWaitsForAllOfThem) {
  const auto fill = [](BlockTrace& trace, std::uint32_t) {
    for (std::uint64_t line = 1; line <= 3; ++line) trace.add(0, load_of(line));
    for (const std::uint32_t warp : {0, 1}) trace.add(warp, store_to(50));
  };
  const auto written = [&](std::uint32_t loads_together, std::uint32_t window_cycles) {
    return replay(1, 2, 1, fill, timed(window_cycles, {.miss_cycles = 600, .loads_together = loads_together}))
        .l1_written_sectors;
  };
  EXPECT_EQ(written(4, 100), 4u) << "does not wait";
  EXPECT_EQ(written(3, 100), 8u) << "waits once";
  EXPECT_EQ(written(3, 1000), 4u) << "waits once";
  EXPECT_EQ(written(1, 1000), 8u) << "waits three times";
}

TEST(Replay, RequestsOfAWarpAreAGapApart) {
  const auto fill = [](BlockTrace& trace, std::uint32_t) {
    for (std::uint64_t line = 1; line <= 3; ++line) trace.add(0, store_to(line));
    for (const std::uint32_t warp : {0, 1}) trace.add(warp, store_to(50));
  };
  // Warp 1 stores in cycle 1, warp 0 after three gaps.
  EXPECT_EQ(replay(1, 2, 1, fill, timed(16, {.store_cycles = 1, .request_gap_cycles = 4})).l1_written_sectors, 16u);
  EXPECT_EQ(replay(1, 2, 1, fill, timed(16, {.store_cycles = 1, .request_gap_cycles = 8})).l1_written_sectors, 20u);
}

TEST(Replay, ABarrierOpensWhenTheDataOfAllItsWarpsIsThere) {
  const auto fill = [](std::uint64_t line) {
    return [line](BlockTrace& trace, std::uint32_t) {
      if (line > 0) trace.add(0, load_of(line));
      trace.add(2, store_to(50));
      // Warp 1 arrives last and waits for no data.
      for (std::uint64_t other = 10; other < 13; ++other) trace.add(1, store_to(other));
      for (const std::uint32_t warp : {0, 1}) trace.barrier(warp);
      trace.add(1, store_to(50));
    };
  };
  EXPECT_EQ(replay(1, 3, 1, fill(0), timed(100)).l1_written_sectors, 4 * 4u);
  EXPECT_EQ(replay(1, 3, 1, fill(1), timed(100)).l1_written_sectors, 5 * 4u);
}

TEST(Replay, LoadsBeforeABarrierAreNotWaitedForAgain) {
  const auto fill = [](BlockTrace& trace, std::uint32_t) {
    trace.add(0, load_of(1));
    for (const std::uint32_t warp : {0, 1}) trace.barrier(warp);
    trace.add(0, load_of(2));
    for (const std::uint32_t warp : {0, 1}) trace.add(warp, store_to(50));
  };
  EXPECT_EQ(replay(1, 2, 1, fill, timed(100, {.loads_together = 2})).l1_written_sectors, 4u);
}

TEST(Replay, AStoreThatFindsTheUnitBusyHasFewerConflicts) {
  const auto conflicts = [](std::uint32_t gap_cycles) {
    const auto fill = [](BlockTrace& trace, std::uint32_t) {
      trace.add(0, strided(0, 128, 4));
      trace.add(0, strided(1 << 20, 128, 4, AccessKind::store));
    };
    return replay(1, 1, 1, fill, timed(16, {.request_gap_cycles = gap_cycles})).global_conflicts;
  };
  // The load waits for L2 and has 24 conflicts; it occupies the unit for 32 cycles.
  EXPECT_EQ(conflicts(31), 24u + 24);
  EXPECT_EQ(conflicts(32), 24u + 31);
}

TEST(Replay, ABlockBeginsWhenTheOneThatMakesRoomHasItsData) {
  const auto fill = [](BlockTrace& trace, std::uint32_t block) {
    if (block == 0) trace.add(0, load_of(1));
    trace.add(1, store_to(50));
  };
  EXPECT_EQ(replay(2, 2, 2, fill, timed(100)).l1_written_sectors, 4u) << "both at once";
  EXPECT_EQ(replay(2, 2, 1, fill, timed(100)).l1_written_sectors, 8u);
}

TEST(Replay, IsTheSameEveryTime) {
  const auto fill = [](BlockTrace& trace, std::uint32_t block) {
    for (std::uint32_t warp = 0; warp < 4; ++warp)
      for (std::uint64_t i = 0; i < 200; ++i) {
        trace.add(warp, strided((i * 7 + block) % 90 * kLineBytes, 8, 4));
        trace.add(warp, strided((i * 5 + warp) % 30 * kLineBytes, 4, 4, AccessKind::store));
      }
  };
  EXPECT_EQ(replay(8, 4, 3, fill), replay(8, 4, 3, fill));
}

TEST(Replay, SharedAndLocalMemoryAndAtomicsPassTheCacheBy) {
  const SmCounts counts = replay(1, 1, 1, [](BlockTrace& trace, std::uint32_t) {
    trace.add(0, strided(0, 128, 4, AccessKind::load, Space::shared));
    trace.add(0, strided(0, 4, 4, AccessKind::store, Space::local));
    trace.add(0, strided(0, 0, 4, AccessKind::load, Space::constant));
    trace.add(0, strided(0, 4, 4, AccessKind::atomic));
  });
  EXPECT_EQ(counts.accesses.of(Space::shared, AccessKind::load), (AccessCounts{1, 32, 0, 31}));
  EXPECT_EQ(counts.accesses.of(Space::local, AccessKind::store), (AccessCounts{1, 32, 4, 0}));
  EXPECT_EQ(counts.accesses.of(Space::constant, AccessKind::load), (AccessCounts{1, 32, 0, 0}));
  EXPECT_EQ(counts.accesses.of(Space::global, AccessKind::atomic), (AccessCounts{1, 32, 4, 0}));
  EXPECT_EQ(counts.l1_read_sectors, 0u);
  EXPECT_EQ(counts.l1_written_sectors, 0u);
}

}  // namespace
}  // namespace warpledger
