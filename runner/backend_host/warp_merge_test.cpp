#include "backend_host/warp_merge.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace warpledger {
namespace {

constexpr std::uint32_t kAll = ~0u;

struct Seen {
  EventKind kind;
  std::uint32_t lanes, site;
  bool operator==(const Seen&) const = default;
};

class WarpMergeTest : public testing::Test, public WarpEventSink {
 protected:
  void take(const WarpEvent& event) override {
    seen_.push_back({event.kind, event.lanes, event.site});
    others_.push_back(event.others);
  }

  void log(std::uint32_t lane, EventKind kind, std::uint32_t site, std::uint64_t address = 0) {
    const std::uint32_t at = logs_->end[lane]++ * LaneLogs::kLanes + lane;
    logs_->events[at] = Event(kind, 2, address).bits();
    logs_->sites[at] = site;
  }
  void log_all(std::uint32_t lanes, EventKind kind, std::uint32_t site, std::uint64_t address = 0) {
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((lanes >> lane & 1u) != 0) log(lane, kind, site, address);
  }
  std::vector<Seen> merge(std::uint32_t open = 0, std::uint32_t program_site = 0) {
    seen_.clear();
    merge_lanes(*logs_, open, program_site, *this);
    return seen_;
  }

  std::unique_ptr<LaneLogs> logs_ = std::make_unique<LaneLogs>();
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> others_;
};

TEST_F(WarpMergeTest, HandsOnOneEventForLanesAtTheSamePlace) {
  log_all(kAll, EventKind::load, 100);
  log_all(kAll, EventKind::basic_block, 140);
  log_all(kAll, EventKind::store, 200);
  EXPECT_EQ(merge(), (std::vector<Seen>{{EventKind::load, kAll, 100}, {EventKind::store, kAll, 200}}));
  EXPECT_EQ(others_, (std::vector<std::uint32_t>{0, 0}));
}

TEST_F(WarpMergeTest, LetsTheLowestPlaceGoFirst) {
  log_all(0xffff0000u, EventKind::load, 300);
  log_all(0x0000ffffu, EventKind::load, 200);
  log_all(kAll, EventKind::store, 400);
  EXPECT_EQ(merge(), (std::vector<Seen>{{EventKind::load, 0x0000ffffu, 200},
                                        {EventKind::load, 0xffff0000u, 300},
                                        {EventKind::store, kAll, 400}}));
  EXPECT_EQ(others_[0], 0xffff0000u);
}

TEST_F(WarpMergeTest, CountsPlacesFromTheProgramsStart) {
  // The program's sites wrap at 2^32: the higher site has the lower number.
  log(0, EventKind::load, 64);
  log(1, EventKind::load, 0xffffffc0u);
  EXPECT_EQ(merge(0, 0xffffff00u), (std::vector<Seen>{{EventKind::load, 2, 0xc0}, {EventKind::load, 1, 0x140}}));
}

TEST_F(WarpMergeTest, StopsWhenALaneThatWillLogMoreHasNothingLeft) {
  log_all(kAll, EventKind::load, 100);
  log_all(1, EventKind::load, 200);
  EXPECT_EQ(merge(2), (std::vector<Seen>{{EventKind::load, kAll, 100}}));
  EXPECT_EQ(logs_->filled_lanes(), 1u);
  EXPECT_EQ(merge(), (std::vector<Seen>{{EventKind::load, 1, 200}}));
}

TEST_F(WarpMergeTest, HoldsLanesAtAWarpOperationUntilAllThatItNamesAreThere) {
  // Lanes 0 and 1 shuffle at a low site while lane 2, which they name, is at a higher one.
  for (const std::uint32_t lane : {0u, 1u}) log(lane, EventKind::warp_operation, 100, 7);
  log(2, EventKind::load, 500);
  log(2, EventKind::warp_operation, 100, 7);
  log_all(7, EventKind::store, 200);
  EXPECT_EQ(merge(), (std::vector<Seen>{
                         {EventKind::load, 4, 500}, {EventKind::warp_operation, 7, 100}, {EventKind::store, 7, 200}}));
}

TEST_F(WarpMergeTest, DoesNotHoldLanesForOthersThatHaveEnded) {
  log(0, EventKind::barrier, 100, kAll);
  log(0, EventKind::store, 200);
  EXPECT_EQ(merge(), (std::vector<Seen>{{EventKind::barrier, 1, 100}, {EventKind::store, 1, 200}}));
}

TEST_F(WarpMergeTest, GoesOnWhenLanesMeetFromDifferentPlaces) {
  log(0, EventKind::warp_operation, 100, 3);
  log(1, EventKind::warp_operation, 200, 3);
  log_all(3, EventKind::store, 300);
  const std::vector<Seen> seen = merge();
  EXPECT_EQ(seen.back(), (Seen{EventKind::store, 3, 300}));
}

TEST(LaneLogs, CompactMovesWhatIsLeftToTheFirstRows) {
  LaneLogs logs;
  for (std::uint32_t row = 0; row < 4; ++row) logs.events[row * 32 + 5] = logs.sites[row * 32 + 5] = row;
  logs.begin[5] = 3;
  logs.end[5] = 4;
  logs.compact(5);
  EXPECT_EQ(logs.begin[5], 0u);
  EXPECT_EQ(logs.end[5], 1u);
  EXPECT_EQ(logs.events[5], 3u);
}

}  // namespace
}  // namespace warpledger
