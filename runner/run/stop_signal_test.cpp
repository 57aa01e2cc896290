#include "run/stop_signal.h"

#include <gtest/gtest.h>

#include <csignal>

namespace warpledger {
namespace {

TEST(StopSignal, WhileItIsWatchedTheFirstSignalAsksForAStopAndTheSecondEndsTheProgram) {
  const auto twice = [] {
    watch_for_stop();
    std::raise(SIGTERM);
    if (stop_requested()) std::raise(SIGTERM);
  };
  EXPECT_EXIT(twice(), testing::KilledBySignal(SIGTERM), "finishing the current points, then stopping");
}

TEST(StopSignal, WhenTheWatchHasEndedTheFirstSignalEndsTheProgram) {
  const auto once = [] {
    watch_for_stop();
    end_watch_for_stop();
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(once(), testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace warpledger
