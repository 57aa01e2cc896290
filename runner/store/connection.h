#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/ledger_file.h"
#include "store/node_lock.h"
#include "store/open_ledger.h"
#include "store/read_connection.h"
#include "store/schema.h"

namespace warpledger {

/// A transaction that holds the ledger's write lock from its beginning, because a read transaction cannot be upgraded
/// after another process has written. Rolls back without commit().
///
/// Waits `lock_wait_ms` for another program, but indefinitely for another process of this program: a long merge must
/// not end a run. After a timeout, transactions do not wait until one succeeds, so a series of results waits once.
///
/// Threads that write to the same ledger take turns outside SQLite, whose connections contend for one memory lock: it
/// took 44 of 50 s of CPU time with 16 threads.
class WriteTransaction {
 public:
  /// Throws SQLite::Exception with SQLITE_BUSY if the lock is not available in time.
  explicit WriteTransaction(SQLite::Database& database, int lock_wait_ms = kLockWait_ms);

  void commit() { transaction_->commit(); }

 private:
  std::unique_lock<std::mutex> turn_;
  std::optional<SQLite::Transaction> transaction_;
};

enum class Journal {
  write_ahead,  ///< readers and a writer do not block each other; needs memory shared by all of them
  rollback,     ///< also works on network file systems
};

class WriteConnection {
 public:
  WriteConnection(std::shared_ptr<OpenLedger> ledger, SQLite::Database database)
      : ledger_(std::move(ledger)), database_(std::move(database)) {}

  SQLite::Database& database() { return database_; }

 private:
  std::shared_ptr<OpenLedger> ledger_;
  SQLite::Database database_;  ///< closed first
};

/// Opens the ledger at `path` for writing, after creating it atomically if it is absent. `journal` defaults to the mode
/// for its file system. Throws Error, with the file unchanged, if it is not a ledger or its schema is different or was
/// modified.
///
/// The write-ahead log and its index (-wal, -shm) stay next to the ledger, with its group and permissions: SQLite
/// cannot read it without them, and readers may be other users.
WriteConnection open_for_writing(const std::string& path, const LedgerSchema& schema,
                                 std::optional<Journal> journal = {});

/// Opens an existing ledger for writing and migrates it to `schema` if it is older.
WriteConnection open_for_upgrade(const std::string& path, const LedgerSchema& schema);

/// Opens the ledger at `path` for reading. Throws Error if it is missing or its schema is different or was modified.
ReadConnection open_for_reading(const std::string& path, const LedgerSchema& schema);

/// Runs a prepared statement that returns no rows and returns the number of changed rows. Missing values are NULL.
template <typename... Values>
int execute(SQLite::Statement& statement, const Values&... values) {
  statement.tryReset();  // clears the error of its last run
  if (sizeof...(values) < static_cast<std::size_t>(statement.getBindParameterCount())) statement.clearBindings();
  SQLite::bind(statement, values...);
  return statement.exec();
}

/// Calls `action` in one transaction on the ledger at `path`, which must exist.
template <typename Action>
void change_ledger(const std::string& path, const std::string& schema_folder, Action&& action) {
  const NodeLock node(path);
  schema_version_of_ledger(path);
  WriteConnection connection = open_for_writing(path, LedgerSchema(schema_folder));
  with_ledger_errors(path, [&] {
    WriteTransaction transaction(connection.database());
    action(connection.database());
    transaction.commit();
  });
}

/// Returns the current time in the ledger's format.
inline std::string utc_now(SQLite::Database& database) {
  return database.execAndGet("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')").getString();
}

}  // namespace warpledger
