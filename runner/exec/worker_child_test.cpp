#include "exec/worker_child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>

namespace warpledger {
namespace {

TEST(HowAProcessEnded, NamesTheSignalAndItsUsualCause) {
  EXPECT_EQ(how_it_ended(W_EXITCODE(0, SIGFPE)),
            "the worker process was killed by signal 8 (Floating point exception): usually an integer division by "
            "zero");
  EXPECT_EQ(how_it_ended(W_EXITCODE(0, SIGKILL)),
            "the worker process was killed by signal 9 (Killed): usually the system ran out of memory, or someone "
            "killed it");
}

TEST(HowAProcessEnded, GuessesNoCauseOfOtherSignals) {
  EXPECT_EQ(how_it_ended(W_EXITCODE(0, SIGTERM)), "the worker process was killed by signal 15 (Terminated)");
}

TEST(HowAProcessEnded, NamesTheExitCode) {
  EXPECT_EQ(how_it_ended(W_EXITCODE(3, 0)), "the worker process ended with exit code 3");
}

}  // namespace
}  // namespace warpledger
