#include "exec/locked_clocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class LockedClocksTest : public testing::Test {
 protected:
  std::vector<std::string> holder(const std::string& name) const {
    return {SCRIPTED_WORKER, "clocks", (folder_.path() / name).string()};
  }
  std::string told(const std::string& name) const {
    std::ifstream file(folder_.path() / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Waits up to 20 s for `expected`.
  std::string told_soon(const std::string& name, const std::string& expected) const {
    for (int step = 0; step < 2000 && told(name) != expected; ++step)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return told(name);
  }
  TemporaryFolder folder_;
};

TEST_F(LockedClocksTest, AreHeldForAsLongAsTheyLive) {
  {
    const LockedClocks clocks(holder("clocks"));
    EXPECT_EQ(told("clocks"), "locked ");
  }
  EXPECT_EQ(told("clocks"), "locked let go");
}

TEST_F(LockedClocksTest, TellWhyTheyCannotBeHad) {
  try {
    const LockedClocks clocks(holder("refused"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("2 other processes use the GPU"));
  }
}

TEST_F(LockedClocksTest, AHolderThatDiesIsAnErrorAndNoLock) { EXPECT_THROW(LockedClocks({"/bin/false"}), Error); }

TEST_F(LockedClocksTest, AreLetGoWhenTheirOwnerIsKilled) {
  const pid_t owner = fork();
  if (owner == 0) {
    const LockedClocks clocks(holder("clocks"));
    pause();
    _exit(0);
  }
  told_soon("clocks", "locked ");
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  EXPECT_EQ(told_soon("clocks", "locked let go"), "locked let go");
}

}  // namespace
}  // namespace warpledger
