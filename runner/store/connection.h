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

/// A transaction that writes. It has the ledger's lock from its beginning: a reading one that turns into a writing one
/// fails when another process has written in between. Without commit() it is undone.
///
/// It waits `lock_wait_ms` for the lock of another program. For another process of this program it waits as long as
/// that has the lock: a merge of a large ledger ends by itself, and must not end a run. Who gave up waiting does not
/// wait again before a transaction succeeds: several results in a row wait once.
///
/// The threads of a process that write to one ledger take turns, and count as one in that. SQLite lets one write
/// anyway, and all its connections take one lock whenever they take memory: 16 threads, each with a device, spent 44 of
/// 50 s of processor's time on that lock.
class WriteTransaction {
 public:
  /// Throws SQLite::Exception with SQLITE_BUSY when the lock cannot be had.
  explicit WriteTransaction(SQLite::Database& database, int lock_wait_ms = kLockWait_ms);

  void commit() { transaction_->commit(); }

 private:
  std::unique_lock<std::mutex> turn_;
  std::optional<SQLite::Transaction> transaction_;
};

/// How SQLite keeps a transaction whole.
enum class Journal {
  write_ahead,  ///< readers and a writer do not wait for each other; needs memory that all of them share
  rollback,     ///< works on network file systems as well
};

/// A connection that writes to a ledger.
class WriteConnection {
 public:
  WriteConnection(std::shared_ptr<OpenLedger> ledger, SQLite::Database database)
      : ledger_(std::move(ledger)), database_(std::move(database)) {}

  SQLite::Database& database() { return database_; }

 private:
  std::shared_ptr<OpenLedger> ledger_;
  SQLite::Database database_;  ///< closed first
};

/// A connection that writes to the ledger at `path`, which is made when it is absent. A new ledger appears complete or
/// not at all; of several processes that make one at the same time, all open the same. Its journal is the one for the
/// file system that it is on, unless `journal` says. Throws Error, with the file unchanged, when it is not a ledger,
/// its schema is another, or was changed.
///
/// A write-ahead log and its index, the files -wal and -shm, stay next to the ledger with its group and permissions, so
/// that readers of any user and program find them: SQLite reads a ledger with such a log only together with them.
WriteConnection open_for_writing(const std::string& path, const LedgerSchema& schema,
                                 std::optional<Journal> journal = {});

/// The same of a ledger that must exist and may be older: it is brought to `schema`.
WriteConnection open_for_upgrade(const std::string& path, const LedgerSchema& schema);

/// A connection that reads the ledger at `path`. Throws Error when there is none, its schema is another, or was
/// changed.
ReadConnection open_for_reading(const std::string& path, const LedgerSchema& schema);

/// Runs a prepared statement that answers nothing, with `values` for its parameters; one that is not given is NULL. How
/// many rows it changed. The statement is not reset: one that ran to its end holds nothing, and the next call does it.
template <typename... Values>
int execute(SQLite::Statement& statement, const Values&... values) {
  statement.tryReset();  // whatever its last run ended with
  if (sizeof...(values) < static_cast<std::size_t>(statement.getBindParameterCount())) statement.clearBindings();
  SQLite::bind(statement, values...);
  return statement.exec();
}

/// Calls `action` with the ledger at `path`, which must exist, in one transaction.
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

/// This moment, as the ledger writes moments.
inline std::string utc_now(SQLite::Database& database) {
  return database.execAndGet("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')").getString();
}

}  // namespace warpledger
