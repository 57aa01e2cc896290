#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "store/ledger_file.h"
#include "store/ledger_fixture.h"
#include "store/lock_fixture.h"
#include "store/run_lock.h"

namespace warpledger {
namespace {

std::string text_for(int code) { return ledger_error("x.db", SQLite::Exception("told by SQLite", code)).what(); }

TEST(LedgerError, OfAFullDisk) {
  EXPECT_EQ(text_for(SQLITE_FULL), "x.db: the disk is full\nhint: make room on it; nothing recorded before is lost");
}

TEST(LedgerError, OfADiskThatFails) {
  EXPECT_EQ(text_for(SQLITE_IOERR_WRITE),
            "x.db: disk error: told by SQLite\nhint: check the free space; nothing recorded before is lost");
}

TEST(LedgerError, OfMissingMemory) {
  EXPECT_EQ(text_for(SQLITE_NOMEM),
            "x.db: there is not enough memory\nhint: end other programs, or allow this one more");
}

TEST(LedgerError, OfAReadOnlyFile) {
  EXPECT_EQ(text_for(SQLITE_READONLY),
            "x.db: the ledger cannot be written\nhint: check the permissions of the file and its folder");
}

TEST(LedgerError, OfALockWhoseHolderIsNotKnown) {
  EXPECT_EQ(text_for(SQLITE_BUSY),
            "x.db: another process has locked the ledger\n"
            "hint: wait until it ends, or write to another file with --db");
}

TEST_F(LedgerTest, ALockIsSaidToBeOfTheProcessThatHoldsIt) {
  write_run(0);
  const Locker other(path());
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  const std::string holder = fmt::format("process {} (store_test)", other.process());
  EXPECT_EQ(lock_holder(path()), holder);
  EXPECT_EQ(
      message_of([&] {
        with_ledger_errors(path(),
                           [&] { SQLite::Transaction(database, SQLite::TransactionBehavior::IMMEDIATE).commit(); });
      }),
      path() + ": " + holder + " has locked the ledger\nhint: wait until it ends, or write to another file with --db");
}

TEST_F(LedgerTest, AFreeLedgerHasNoKnownHolder) {
  write_run(0);
  EXPECT_EQ(lock_holder(path()), "another process");
}

}  // namespace
}  // namespace warpledger
