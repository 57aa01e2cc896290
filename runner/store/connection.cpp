#include "store/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/shell_command.h"
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

/// SQLite would make its files beside the ledger before it fails, and they would keep the ledger's owner out.
void refuse_unwritable(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0 || access(path.c_str(), W_OK) == 0) return;
  throw Error({.file = path}, fmt::format("the ledger cannot be written: {}", std::strerror(errno)),
              "check the permissions of the file, or write to one of your own, with --db");
}

/// What the threads of this process know of the lock.
struct Turns {
  std::mutex mutex;
  bool gave_up = false;  ///< the last one did
};

Turns& turns() {
  static Turns of_this_process;
  return of_this_process;
}

/// Makes the ledger when it is absent, and brings an older one up to date.
SQLite::Database open_writable(const std::string& path, const LedgerSchema& schema, std::optional<Journal> given) {
  const Journal journal = given.value_or(network_file_system(path) ? Journal::rollback : Journal::write_ahead);
  refuse_unwritable(path);
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
    schema.bring_up_to_date(database, path);
    schema.require_ours(database, path);
    // Another process may have migrated it: SQLite notices only when a statement runs, and then reads the schema anew.
    database.execAndGet("SELECT count(*) FROM sqlite_schema");
    return database;
  });
}

}  // namespace

SQLite::Database open_for_writing(const std::string& path, const LedgerSchema& schema, std::optional<Journal> journal) {
  if (const auto version = schema_version_of(path)) schema.require_current(path, *version);
  return open_writable(path, schema, journal);
}

SQLite::Database open_for_upgrade(const std::string& path, const LedgerSchema& schema) {
  schema.require_known(path, schema_version_of_ledger(path));
  return open_writable(path, schema, {});
}

ReadConnection open_for_reading(const std::string& path, const LedgerSchema& schema) {
  schema_version_of_ledger(path);  // throws where there is none, with what is there instead
  return with_ledger_errors(path, [&] {
    ReadConnection ledger(path);
    schema.require_current(path, schema_version_in(ledger.database(), path));
    return ledger;
  });
}

WriteTransaction::WriteTransaction(SQLite::Database& database, int lock_wait_ms) : turn_(turns().mutex) {
  bool is_last_try = false;
  if (turns().gave_up) database.setBusyTimeout(0);
  while (!transaction_) {
    try {
      transaction_.emplace(database, SQLite::TransactionBehavior::IMMEDIATE);
      database.setBusyTimeout(lock_wait_ms);
      turns().gave_up = false;
    } catch (const SQLite::Exception& cause) {
      if (cause.getErrorCode() != SQLITE_BUSY) throw;
      const LockOwner owner = lock_owner(database.getFilename());
      database.setBusyTimeout(owner == LockOwner::own_program ? lock_wait_ms : 0);
      turns().gave_up = owner == LockOwner::other_program || is_last_try;
      if (turns().gave_up) throw;
      is_last_try = owner == LockOwner::not_seen;  // it may have been given back meanwhile
    }
  }
}

}  // namespace warpledger
