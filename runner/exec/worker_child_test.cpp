#include "exec/worker_child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <string>

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

/// GLIBC_TUNABLES in a worker started now.
std::string tunables_of_a_worker() {
  WorkerChild child({"/bin/sh", "-c", "echo \"$GLIBC_TUNABLES\""});
  WorkerOutput output;
  child.has_message(10, output);  // it ends
  child.end(10);
  child.drain(output);
  return output.last_line();
}

TEST(AWorker, AsksForHugePagesAndKeepsWhatElseIsTuned) {
  unsetenv("GLIBC_TUNABLES");
  EXPECT_EQ(tunables_of_a_worker(), "glibc.malloc.hugetlb=1");
  setenv("GLIBC_TUNABLES", "glibc.malloc.check=1", 1);
  EXPECT_EQ(tunables_of_a_worker(), "glibc.malloc.check=1:glibc.malloc.hugetlb=1");
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=0", 1);
  EXPECT_EQ(tunables_of_a_worker(), "glibc.malloc.hugetlb=0");
  unsetenv("GLIBC_TUNABLES");
}

}  // namespace
}  // namespace warpledger
