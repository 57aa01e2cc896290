#include "grading/measure/grading_turns.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(GradingTurns, GiveADeviceWhatItCheckedFirst) {
  GradingTurns turns(3, 2);
  turns.checked(0, 1);
  turns.checked(1, 0);
  turns.checked(2, 0);
  EXPECT_THAT(turns.next(0), Optional(1));
  EXPECT_THAT(turns.next(0), Optional(2));
  EXPECT_THAT(turns.next(0), Optional(0)) << "it is idle while the other one's waits";
}

TEST(GradingTurns, GiveWhatLostAPointWhenTheOtherDevicesCanHaveWhatIsLeft) {
  GradingTurns turns(4, 2);
  turns.checked(0, 0, CheckEnd::lost_a_point);
  for (const std::size_t submission : {1, 2, 3}) turns.checked(submission, 0);
  EXPECT_THAT(turns.next(0), Optional(1));
  EXPECT_THAT(turns.next(1), Optional(2));
  EXPECT_THAT(turns.next(0), Optional(0)) << "the other device can have the one that is left";
  EXPECT_THAT(turns.next(1), Optional(3));
}

TEST(GradingTurns, GiveASingleDeviceWhatLostAPointAfterAllOthers) {
  GradingTurns turns(3, 1);
  turns.checked(0, 0, CheckEnd::lost_a_point);
  turns.checked(1, 0);
  turns.checked(2, 0);
  EXPECT_THAT(turns.next(0), Optional(1));
  EXPECT_THAT(turns.next(0), Optional(2));
  EXPECT_THAT(turns.next(0), Optional(0));
}

TEST(GradingTurns, GiveWhatADeviceFailedWithAfterWhatLostAPoint) {
  GradingTurns turns(2, 2);
  turns.unchecked(0);
  turns.put_last(0);
  turns.checked(1, 0, CheckEnd::lost_a_point);
  turns.leave();
  EXPECT_THAT(turns.next(1), Optional(1));
  EXPECT_THAT(turns.next(1), Optional(0));
}

TEST(GradingTurns, LeaveNothingWhenAllAreGraded) {
  GradingTurns turns(1, 1);
  turns.unchecked(0);
  EXPECT_THAT(turns.next(0), Optional(0)) << "nobody checked it";
  EXPECT_EQ(turns.next(0), std::nullopt);
  EXPECT_THAT(turns.left(), ElementsAre());
}

TEST(GradingTurns, GiveWhatADeviceFailedWithToAnotherOneAfterAllOthers) {
  GradingTurns turns(3, 2);
  for (const std::size_t submission : {0, 1, 2}) turns.unchecked(submission);
  EXPECT_THAT(turns.next(0), Optional(0));
  turns.put_last(0);
  turns.leave();
  EXPECT_THAT(turns.next(1), Optional(1));
  EXPECT_THAT(turns.next(1), Optional(2));
  EXPECT_THAT(turns.next(1), Optional(0));
}

TEST(GradingTurns, GiveNoThirdDeviceWhatTwoFailedWith) {
  GradingTurns turns(2, 3);
  turns.unchecked(0);
  turns.put_last(1);
  EXPECT_THAT(turns.next(0), Optional(0));
  EXPECT_THAT(turns.next(1), Optional(1));
  turns.put_last(1);
  turns.leave();
  turns.leave();
  EXPECT_EQ(turns.next(0), std::nullopt);
  EXPECT_THAT(turns.left(), ElementsAre(1));
}

TEST(GradingTurns, MakeAFreeDeviceWaitForWhatAnotherMayFailWith) {
  GradingTurns turns(1, 2);
  turns.unchecked(0);
  ASSERT_THAT(turns.next(0), Optional(0));
  std::optional<std::size_t> second;
  std::thread free([&] { second = turns.next(1); });
  turns.put_last(0);
  turns.leave();
  free.join();
  EXPECT_THAT(second, Optional(0));
}

TEST(GradingTurns, MakeAFreeDeviceWaitForWhatAnotherChecks) {
  GradingTurns turns(2, 2);
  turns.checked(0, 0);
  ASSERT_THAT(turns.next(0), Optional(0));
  std::optional<std::size_t> second;
  std::atomic<bool> has_second = false;
  std::thread free([&] {
    second = turns.next(0);
    has_second = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // long enough to get one if it did not wait
  EXPECT_FALSE(has_second);
  turns.checked(1, 1);
  free.join();
  EXPECT_THAT(second, Optional(1));
}

TEST(GradingTurns, EndForThoseWhoWait) {
  GradingTurns turns(2, 2);
  turns.unchecked(0);
  ASSERT_THAT(turns.next(0), Optional(0));
  turns.end();
  EXPECT_EQ(turns.next(1), std::nullopt);
  EXPECT_THAT(turns.left(), ElementsAre(1));
}

}  // namespace
}  // namespace warpledger
