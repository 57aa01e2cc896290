#include "store/write_transaction.h"

#include <sqlite3.h>

#include "store/run_lock.h"

namespace warpledger {

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
