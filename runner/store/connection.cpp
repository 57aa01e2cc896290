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

/// Each question of a ledger that is brought up to date in memory costs that again: 256 MiB take some seconds.
void refuse_large_copy(SQLite::Database& database, const std::string& path, int version, int newest) {
  constexpr std::int64_t kMostMebibytes = 256;
  const std::int64_t bytes =
      database.execAndGet("PRAGMA page_count").getInt64() * database.execAndGet("PRAGMA page_size").getInt64();
  if (bytes <= kMostMebibytes << 20) return;
  throw Error({.file = path},
              fmt::format("this ledger has schema {}; this program reads schema {}, and older ones up to {} MiB",
                          version, newest, kMostMebibytes),
              fmt::format("make a copy that it reads: warpledger ledger merge {} --take notes,adjustments --db new.db; "
                          "or record a run in it, which upgrades it",
                          shell_word(path)));
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

}  // namespace

SQLite::Database open_for_writing(const std::string& path, const std::string& schema_folder,
                                  std::optional<Journal> given) {
  const Journal journal = given.value_or(network_file_system(path) ? Journal::rollback : Journal::write_ahead);
  const auto migrations = read_migrations(schema_folder);
  refuse_newer_schema(path, schema_version_of(path).value_or(0), migrations);
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
    migrate(database, path, migrations);
    // Another process may have migrated it: SQLite notices only when a statement runs, and then reads the schema anew.
    database.execAndGet("SELECT count(*) FROM sqlite_schema");
    return database;
  });
}

ReadConnection open_for_reading(const std::string& path, const std::string& schema_folder) {
  const auto migrations = read_migrations(schema_folder);
  schema_version_of_ledger(path);  // throws where there is none, with what is there instead
  return with_ledger_errors(path, [&] {
    ReadConnection ledger(path);
    bring_up_to_date(ledger, path, migrations);
    return ledger;
  });
}

void bring_up_to_date(ReadConnection& ledger, const std::string& path, const std::vector<Migration>& migrations) {
  const int version = schema_version_in(ledger.database(), path), newest = migrations.back().number;
  refuse_newer_schema(path, version, migrations);
  if (version == newest) return;
  refuse_large_copy(ledger.database(), path, version, newest);
  ledger.read_into_memory();
  try {
    migrate(ledger.database(), path, migrations);
  } catch (const Error& cause) {
    throw Error(
        {.file = path},
        fmt::format("the ledger has schema {}, and cannot be brought to {}: {}", version, newest, cause.problem()),
        "it is probably damaged: restore a copy; the file was not changed");
  }
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
