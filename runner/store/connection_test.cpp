#include "store/connection.h"

#include <SQLiteCpp/Statement.h>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

class Connection : public LedgerTest {
 protected:
  std::string journal_of(Journal journal) const {
    SQLite::Database database = open_for_writing(path(), LedgerSchema(kSchema), journal);
    return database.execAndGet("PRAGMA journal_mode").getString();
  }
};

TEST_F(Connection, KeepsAWriteAheadLogOnALocalDiskAndARollbackJournalOnANetwork) {
  EXPECT_EQ(journal_of(Journal::write_ahead), "wal");
  EXPECT_EQ(journal_of(Journal::rollback), "delete");
  EXPECT_EQ(journal_of(Journal::write_ahead), "wal");
}

TEST_F(Connection, WithARollbackJournalFlushesEachTransaction) {
  constexpr int kNormal = 1, kFull = 2;
  const auto synchronous = [&](Journal journal) {
    return open_for_writing(path(), LedgerSchema(kSchema), journal).execAndGet("PRAGMA synchronous").getInt();
  };
  EXPECT_EQ(synchronous(Journal::write_ahead), kNormal);
  EXPECT_EQ(synchronous(Journal::rollback), kFull);
}

TEST_F(Connection, AReaderReadsALedgerWithARollbackJournal) {
  write_run(2);
  EXPECT_EQ(journal_of(Journal::rollback), "delete");
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM point"), Cell(std::int64_t{2}));
}

}  // namespace
}  // namespace warpledger
