#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <string>

#include "store/connection.h"
#include "store/ledger_error.h"
#include "store/ledger_file.h"

namespace warpledger {

/// Calls `action` with the ledger at `path`, which must exist, in one transaction.
template <typename Action>
void change_ledger(const std::string& path, const std::string& schema_folder, Action&& action) {
  schema_version_of_ledger(path);
  SQLite::Database database = open_for_writing(path, schema_folder);
  with_ledger_errors(path, [&] {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    action(database);
    transaction.commit();
  });
}

/// This moment, as the ledger writes moments.
inline std::string utc_now(SQLite::Database& database) {
  return database.execAndGet("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')").getString();
}

}  // namespace warpledger
