#include "store/connection.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/log.h"
#include "base/shell_command.h"
#include "store/ledger_file.h"
#include "store/run_lock.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// SQLite does not wait if two connections switch a new file at the same moment, so this does.
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

/// Before SQLite fails, it would create -wal and -shm, which would keep the ledger's owner out.
void refuse_unwritable(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0 || access(path.c_str(), W_OK) == 0) return;
  throw Error({.file = path}, fmt::format("the ledger cannot be written: {}", std::strerror(errno)),
              "check the permissions of the file, or write to one of your own, with --db");
}

/// SQLite would read the log of a ledger that was moved away as that of the new ledger.
void refuse_left_log(const std::string& path) {
  for (const char* end : {"-wal", "-journal"}) {
    const std::string log = path + end;
    std::error_code absent;
    if (fs::file_size(log, absent) == 0 || absent || fs::exists(path)) continue;
    throw Error({.file = log}, "this file has results of a ledger that is not here any more",
                "put the ledger back next to it, or move this file away");
  }
}

/// Does nothing if another process is faster.
void make_ledger(const std::string& path, Journal journal, const LedgerSchema& schema) {
  refuse_left_log(path);
  AtomicFile made(path);
  require_locks(FileDescriptor(open(made.path().c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0666)), path);
  with_ledger_errors(path, [&] {
    SQLite::Database database(made.path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");  // commit() flushes it
    schema.bring_up_to_date(database, path);
    enter(database, journal);
  });
  [[maybe_unused]] const bool is_first = made.commit();
}

/// Gives -wal and -shm the ledger's group and permissions. False if this user may not: if they stayed, the next user
/// could not write to the ledger.
bool share_log(const std::string& ledger) {
  struct stat wanted {};
  if (lstat(ledger.c_str(), &wanted) != 0) return false;
  for (const char* end : {"-wal", "-shm"}) {
    const std::string file = ledger + end;
    struct stat found {};
    if (lstat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
    if (found.st_gid != wanted.st_gid && lchown(file.c_str(), -1, wanted.st_gid) != 0) return false;
    const mode_t mode = wanted.st_mode & 0777;
    if ((found.st_mode & 0777) != mode && fchmodat(AT_FDCWD, file.c_str(), mode, AT_SYMLINK_NOFOLLOW) != 0)
      return false;
  }
  return true;
}

std::string file_of(SQLite::Database& database) {
  const char* const file = sqlite3_db_filename(database.getHandle(), "main");
  return file == nullptr ? "" : file;
}

/// Keeps -wal (emptied) and -shm when the ledger is closed.
void keep_log(SQLite::Database& database) {
  int stay = share_log(file_of(database)) ? 1 : 0;
  sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_PERSIST_WAL, &stay);
  database.execAndGet("PRAGMA journal_size_limit = 16777216");
}

/// Shared by the threads that write to one ledger.
struct Turn {
  std::mutex mutex;
  bool gave_up = false;  ///< the last transaction timed out
};

Turn& turn_of(SQLite::Database& database) {
  static std::mutex mutex;
  static std::map<std::string, Turn> turns;
  const std::lock_guard guard(mutex);
  return turns[file_of(database)];
}

/// Creates or migrates the ledger if necessary.
WriteConnection open_writable(const std::string& path, const LedgerSchema& schema, std::optional<Journal> given) {
  const Journal journal = given.value_or(network_file_system(path) ? Journal::rollback : Journal::write_ahead);
  std::error_code unknown;
  if (!fs::exists(path, unknown)) make_ledger(path, journal, schema);
  refuse_unwritable(path);
  std::shared_ptr<OpenLedger> ledger = OpenLedger::at(path);
  return with_ledger_errors(path, [&] {
    // OPEN_URI is for ATTACH; an absolute path is not a URI. A connection belongs to one thread, and SQLite's mutex
    // takes a tenth of recording.
    const int flags = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX | SQLite::OPEN_URI;
    SQLite::Database database(absolute_path(path), flags, kLockWait_ms);
    enter(database, journal);
    // NORMAL with a write-ahead log never damages the file and loses at most the last points in a power failure; FULL
    // would cost a disk flush per point. A rollback journal needs FULL.
    database.exec(journal == Journal::write_ahead ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
    database.exec("PRAGMA wal_autocheckpoint = 4000");  // 16 MiB: each costs a disk flush
    database.exec("PRAGMA foreign_keys = ON");
    schema.bring_up_to_date(database, path);
    schema.require_ours(database, path);
    // If another process migrated the ledger, SQLite rereads the schema only when a statement runs.
    database.execAndGet("SELECT count(*) FROM sqlite_schema");
    if (journal == Journal::write_ahead) keep_log(database);
    return WriteConnection(std::move(ledger), std::move(database));
  });
}

}  // namespace

WriteConnection open_for_writing(const std::string& path, const LedgerSchema& schema, std::optional<Journal> journal) {
  if (const auto version = schema_version_of(path)) schema.require_current(path, *version);
  return open_writable(path, schema, journal);
}

WriteConnection open_for_upgrade(const std::string& path, const LedgerSchema& schema) {
  schema.require_known(path, schema_version_of_ledger(path));
  return open_writable(path, schema, {});
}

ReadConnection open_for_reading(const std::string& path, const LedgerSchema& schema) {
  require_ledger_file(path);
  return with_ledger_errors(path, [&] {
    while (true) {
      ReadConnection ledger(path);
      try {
        schema.require_current(path, schema_version_in(ledger.database(), path));
        return ledger;
      } catch (const SQLite::Exception& cause) {
        if (!is_passing(cause)) throw;
      }
    }
  });
}

WriteTransaction::WriteTransaction(SQLite::Database& database, int lock_wait_ms) {
  Turn& turn = turn_of(database);
  turn_ = std::unique_lock(turn.mutex);
  bool is_last_try = false;
  if (turn.gave_up) database.setBusyTimeout(0);
  while (!transaction_) {
    try {
      transaction_.emplace(database, SQLite::TransactionBehavior::IMMEDIATE);
      database.setBusyTimeout(lock_wait_ms);
      turn.gave_up = false;
    } catch (const SQLite::Exception& cause) {
      if (cause.getErrorCode() != SQLITE_BUSY) throw;
      log("{} is locked", database.getFilename());
      const LockOwner owner = lock_owner(database.getFilename());
      database.setBusyTimeout(owner == LockOwner::own_program ? lock_wait_ms : 0);
      turn.gave_up = owner == LockOwner::other_program || is_last_try;
      if (turn.gave_up) throw;
      is_last_try = owner == LockOwner::not_seen;  // it may have been released meanwhile
    }
  }
}

}  // namespace warpledger
