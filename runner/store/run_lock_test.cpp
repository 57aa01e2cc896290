#include "store/run_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

constexpr const char* kSession = "12345678-0000-4000-8000-000000000000";

class SessionLock : public testing::Test {
 protected:
  SessionLock() { std::ofstream(path()) << "ledger"; }
  ~SessionLock() override { kill_other(); }

  std::string path() const { return folder_.path() / "x.db"; }

  void lock_in_other_process() {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    other_ = fork();
    if (other_ == 0) {
      RunLock lock;
      lock.lock_session(path(), kSession);
      [[maybe_unused]] const ssize_t told = write(ready[1], "x", 1);
      while (true) pause();
    }
    char told = 0;
    ASSERT_EQ(read(ready[0], &told, 1), 1);
    for (const int end : ready) close(end);
  }
  void kill_other() {
    if (other_ <= 0) return;
    kill(other_, SIGKILL);
    waitpid(other_, nullptr, 0);
    other_ = -1;
  }
  pid_t other() const { return other_; }

 private:
  TemporaryFolder folder_;
  pid_t other_ = -1;
};

TEST_F(SessionLock, SaysWhichProcessHasIt) {
  lock_in_other_process();
  RunLock lock;
  EXPECT_EQ(lock.lock_session(path(), kSession), "process " + std::to_string(other()) + " (store_test)");
}

TEST_F(SessionLock, IsFreeAgainWhenItsProcessWasKilled) {
  lock_in_other_process();
  kill_other();
  RunLock lock;
  EXPECT_EQ(lock.lock_session(path(), kSession), std::nullopt);
  EXPECT_EQ(lock.lock_session(path(), kSession), std::nullopt) << "its own";
}

TEST_F(SessionLock, IsOfOneSessionAndOfNoRun) {
  lock_in_other_process();
  RunLock lock;
  EXPECT_EQ(lock.lock_session(path(), "12345679-0000-4000-8000-000000000000"), std::nullopt);
  for (const std::int64_t run : {1, 1000000}) EXPECT_TRUE(lock.lock(path(), run));
}

TEST_F(SessionLock, ThatCannotBeHadIsToldAsOfTheLedgerNotAsOfARun) {
  RunLock lock, other;
  const auto refusal = [](const auto& attempt) -> std::string {
    try {
      attempt();
    } catch (const Error& error) {
      return error.problem();
    }
    return "";
  };
  const auto is_told = testing::StartsWith("the ledger cannot be locked: ");
  EXPECT_THAT(refusal([&] { lock.lock_session(path() + "/none", kSession); }), is_told);
  EXPECT_THAT(refusal([&] { other.lock(path(), std::numeric_limits<std::int64_t>::min()); }), is_told);
}

}  // namespace
}  // namespace warpledger
