#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <optional>
#include <thread>

#include "store/connection.h"
#include "store/ledger_fixture.h"
#include "store/lock_fixture.h"

namespace warpledger {
namespace {

class WriteTransactionTest : public LedgerTest {
 protected:
  static constexpr int kWait_ms = 1;

  WriteTransactionTest() { write_run(0); }

  static std::string try_to_write(SQLite::Database& database) {
    try {
      WriteTransaction(database, kWait_ms).commit();
      return "written";
    } catch (const SQLite::Exception& cause) {
      return cause.getErrorCode() == SQLITE_BUSY ? "locked" : cause.what();
    }
  }
  static int wait_ms(SQLite::Database& database) { return database.execAndGet("PRAGMA busy_timeout").getInt(); }
};

TEST(LockWait, IsHalfAMinute) { EXPECT_EQ(kLockWait_ms, 30'000); }

TEST_F(WriteTransactionTest, GivesUpOnceOnAnotherProgramAndDoesNotWaitAgainForTheNext) {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE, kWait_ms);
  {
    const Locker other(path(), "sqlite3");
    EXPECT_EQ(try_to_write(database), "locked");
    EXPECT_EQ(wait_ms(database), 0);
    EXPECT_EQ(try_to_write(database), "locked");
    EXPECT_EQ(wait_ms(database), 0);
  }
  EXPECT_EQ(try_to_write(database), "written");
  EXPECT_EQ(wait_ms(database), kWait_ms);
}

TEST_F(WriteTransactionTest, OfAnotherThreadDoesNotWaitAgainEither) {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE, kWait_ms);
  const Locker other(path(), "sqlite3");
  EXPECT_EQ(try_to_write(database), "locked");
  std::jthread([&] {
    SQLite::Database own(path(), SQLite::OPEN_READWRITE, kWait_ms);
    EXPECT_EQ(try_to_write(own), "locked");
    EXPECT_EQ(wait_ms(own), 0);
  });
}

TEST_F(WriteTransactionTest, TakesTurnsWithThoseOfOtherThreads) {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE, kWait_ms);
  SQLite::Database second(path(), SQLite::OPEN_READWRITE, 0);  // does not wait for SQLite's lock
  std::optional<WriteTransaction> first(std::in_place, database, kWait_ms);
  std::atomic<bool> is_over = false;
  std::jthread later([&] {
    WriteTransaction(second, 0).commit();
    is_over = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(is_over);
  first.reset();
  later.join();
  EXPECT_TRUE(is_over);
}

TEST_F(WriteTransactionTest, DoesNotWaitForOneOfAnotherLedger) {
  { const LedgerWriter made(in_folder("other.db"), kSchema); }
  SQLite::Database database(path(), SQLite::OPEN_READWRITE, kWait_ms);
  SQLite::Database other(in_folder("other.db"), SQLite::OPEN_READWRITE, kWait_ms);
  std::future<std::string> second;
  const WriteTransaction first(database, kWait_ms);
  second = std::async(std::launch::async, [&] { return try_to_write(other); });
  EXPECT_EQ(second.wait_for(std::chrono::minutes(1)), std::future_status::ready);
}

TEST_F(WriteTransactionTest, WaitsForALedgerAlthoughAnotherOneWasLocked) {
  { const LedgerWriter made(in_folder("other.db"), kSchema); }
  SQLite::Database database(path(), SQLite::OPEN_READWRITE, kWait_ms);
  SQLite::Database other(in_folder("other.db"), SQLite::OPEN_READWRITE, kWait_ms);
  const Locker program(path(), "sqlite3");
  EXPECT_EQ(try_to_write(database), "locked");
  EXPECT_EQ(try_to_write(other), "written");
  EXPECT_EQ(wait_ms(database), 0);
  EXPECT_EQ(wait_ms(other), kWait_ms);
}

TEST_F(WriteTransactionTest, WaitsAsLongAsAnotherProcessOfThisProgramHasTheLock) {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE, kWait_ms);
  std::optional<Locker> merge(std::in_place, path());
  // Succeeds on a slow machine too; on an idle one, the wait for other programs has ended by then.
  std::jthread end([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50 * kWait_ms));
    merge.reset();
  });
  EXPECT_EQ(try_to_write(database), "written");
}

TEST_F(WriteTransactionTest, ARunBeginsWhenAMergeHasEnded) {
  std::optional<Locker> merge(std::in_place, path());
  std::jthread end([&] { merge.reset(); });
  EXPECT_EQ(write_run(1).size(), 36u);
}

TEST_F(WriteTransactionTest, IsNotNeededToOpenALedgerThatIsUpToDate) {
  const Locker other(path(), "sqlite3");
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), kSchema); }), "no error");
}

}  // namespace
}  // namespace warpledger
