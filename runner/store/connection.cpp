#include "store/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "base/error.h"
#include "store/ledger_file.h"
#include "store/run_lock.h"

namespace warpledger {
namespace {

/// Switches to that journal. SQLite does not wait when two connections switch a new file at the same moment, so this
/// does.
void enter(SQLite::Database& database, Journal journal) {
  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + std::chrono::milliseconds(kLockWait_ms);
  while (true) {
    try {
      database.execAndGet(journal == Journal::write_ahead ? "PRAGMA journal_mode = WAL"
                                                          : "PRAGMA journal_mode = DELETE");
      return;
    } catch (const SQLite::Exception& cause) {
      if (cause.getErrorCode() != SQLITE_BUSY || Clock::now() > give_up) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

SQLite::Database open_for_writing(const std::string& path, const std::string& schema_folder,
                                  std::optional<Journal> given) {
  const Journal journal = given.value_or(network_file_system(path) ? Journal::rollback : Journal::write_ahead);
  const auto migrations = read_migrations(schema_folder);
  refuse_newer_schema(path, schema_version_of(path).value_or(0), migrations);
  return with_ledger_errors(path, [&] {
    // URIs are for ATTACH: an absolute path is none. A connection is one thread's: taking a lock at every call of
    // SQLite is a tenth of recording.
    const int flags = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX | SQLite::OPEN_URI;
    SQLite::Database database(absolute_path(path), flags, kLockWait_ms);
    enter(database, journal);
    // With the write-ahead log, NORMAL loses at most the last points when the power fails, and never damages the file;
    // FULL would cost a disk flush a point. A rollback journal needs it.
    database.exec(journal == Journal::write_ahead ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
    database.exec("PRAGMA wal_autocheckpoint = 4000");  // 16 MiB: each costs a flush of the disk
    database.exec("PRAGMA foreign_keys = ON");
    migrate(database, path, migrations);
    // Another process may have migrated it: SQLite notices only when a statement runs, and then reads the schema anew.
    database.execAndGet("SELECT count(*) FROM sqlite_schema");
    return database;
  });
}

ReadConnection open_for_reading(const std::string& path, const std::string& schema_folder) {
  refuse_other_schema(path, read_migrations(schema_folder));
  return with_ledger_errors(path, [&] { return ReadConnection(path); });
}

WriteTransaction::WriteTransaction(SQLite::Database& database, int lock_wait_ms) {
  while (!transaction_) {
    try {
      transaction_.emplace(database, SQLite::TransactionBehavior::IMMEDIATE);
      database.setBusyTimeout(lock_wait_ms);
    } catch (const SQLite::Exception& cause) {
      if (cause.getErrorCode() != SQLITE_BUSY) throw;
      const bool waits_again = own_program_holds_lock(database.getFilename());
      database.setBusyTimeout(waits_again ? lock_wait_ms : 0);
      if (!waits_again) throw;
    }
  }
}

}  // namespace warpledger
