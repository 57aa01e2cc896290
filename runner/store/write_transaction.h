#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <optional>

#include "store/ledger_file.h"

namespace warpledger {

/// A transaction that writes. It has the ledger's lock from its beginning: a reading one that turns into a writing one
/// fails when another process has written in between. Without commit() it is undone.
///
/// It waits `lock_wait_ms` for the lock of another program. For another process of this program it waits as long as
/// that has the lock: a merge of a large ledger ends by itself, and must not end a run. Who gave up waiting does not
/// wait again before a transaction succeeds: several results in a row wait once.
class WriteTransaction {
 public:
  /// Throws SQLite::Exception with SQLITE_BUSY when the lock cannot be had.
  explicit WriteTransaction(SQLite::Database& database, int lock_wait_ms = kLockWait_ms);

  void commit() { transaction_->commit(); }

 private:
  std::optional<SQLite::Transaction> transaction_;
};

}  // namespace warpledger
