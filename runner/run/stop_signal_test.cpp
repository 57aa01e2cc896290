#include "run/stop_signal.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace warpledger {
namespace {

TEST(StopSignal, WhileItIsWatchedTheFirstSignalAsksForAStopAndTheSecondCtrlCEndsTheProgram) {
  for (const int first : {SIGINT, SIGTERM}) {
    const auto twice = [first] {
      watch_for_stop();
      std::raise(first);
      if (stop_requested()) std::raise(SIGINT);
    };
    EXPECT_EXIT(twice(), testing::KilledBySignal(SIGINT), "finishing the current points, then stopping");
  }
}

TEST(StopSignal, ASecondSigtermAsksForNothingElse) {
  const auto twice = [] {
    watch_for_stop();
    std::raise(SIGTERM);
    std::raise(SIGTERM);
    std::_Exit(stop_requested() ? 7 : 8);
  };
  EXPECT_EXIT(twice(), testing::ExitedWithCode(7), "finishing the current points");
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
