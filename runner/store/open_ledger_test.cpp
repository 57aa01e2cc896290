#include "store/open_ledger.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "store/ledger_fixture.h"
#include "store/read_connection.h"
#include "store/run_lock.h"

namespace warpledger {
namespace {

class OpenLedgerTest : public LedgerTest {
 protected:
  OpenLedgerTest() {
    write_run(1);
    writer_.emplace(path(), kSchema);
    run_ = writer_->begin_run(run_info());
  }

  /// True if another process sees SQLite's lock, which every open connection holds with a write-ahead log.
  bool is_locked() const {
    const pid_t child = fork();
    if (child == 0) {
      const int file = open(path().c_str(), O_RDWR);
      struct flock shared {};
      shared.l_type = F_WRLCK;
      shared.l_start = 0x40000002;
      shared.l_len = 510;
      _exit(fcntl(file, F_GETLK, &shared) == 0 && shared.l_type != F_UNLCK ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status) == 1;
  }

  std::optional<LedgerWriter> writer_;
  std::string run_;
};

TEST_F(OpenLedgerTest, KeepsTheLocksOfAWriterWhenAReaderOfTheSameProcessEnds) {
  { EXPECT_EQ(LedgerReader(path(), kSchema).runs().size(), 2u); }
  EXPECT_TRUE(is_locked());
}

TEST_F(OpenLedgerTest, KeepsThemWhenAReaderEndsThatBeganBeforeThereWasALog) {
  writer_.reset();
  for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(path() + end);
  auto reader = std::make_unique<ReadConnection>(path());  // without locks
  writer_.emplace(path(), kSchema);
  writer_->begin_run(run_info());
  reader.reset();
  EXPECT_TRUE(is_locked());
}

TEST_F(OpenLedgerTest, KeepsThemWhenTheLockOfASessionEnds) {
  { EXPECT_EQ(RunLock().lock_session(path(), "12345678-0000-4000-8000-000000000000"), std::nullopt); }
  EXPECT_TRUE(is_locked());
}

TEST_F(OpenLedgerTest, KeepsThemWhenAnotherWriterWithARunOfItsOwnEnds) {
  {
    LedgerWriter other(path(), kSchema);
    other.begin_run(run_info());
  }
  EXPECT_TRUE(is_locked());
  EXPECT_NE(message_of([&] { LedgerWriter(path(), kSchema).claim_run(run_); }), "no error") << "the run is under way";
}

TEST_F(OpenLedgerTest, LetsGoOfALockedSessionAtOnceAlthoughItsFileStaysOpen) {
  constexpr const char* kSession = "12345678-0000-4000-8000-000000000000";
  for (int i = 0; i < 2; ++i) {
    RunLock lock, other;
    EXPECT_EQ(lock.lock_session(path(), kSession), std::nullopt);
    EXPECT_NE(other.lock_session(path(), kSession), std::nullopt);
  }
}

TEST_F(OpenLedgerTest, ClosesItsFilesWithTheLastUser) {
  const auto open_files = [] {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
  };
  writer_.reset();
  const std::size_t before = open_files();
  for (int i = 0; i < 3; ++i) {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    for (int j = 0; j < 100; ++j) EXPECT_EQ(RunLock().lock_session(path(), std::to_string(j)), std::nullopt);
    EXPECT_LT(open_files(), before + 12);
  }
  EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace warpledger
