#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace warpledger {

/// One step of the schema: a file "0001_initial.sql".
struct Migration {
  int number = 0;  ///< the schema version that it leads to
  std::string file;
  std::string sql;
};

/// The files of <schema_folder>/migrations, in order. Throws Error unless they are numbered 1, 2, 3, … without a gap.
std::vector<Migration> read_migrations(const std::string& schema_folder);

/// Throws Error when a ledger of schema `version` at `path` is newer than the last of `migrations`.
void refuse_newer_schema(const std::string& path, int version, const std::vector<Migration>& migrations);

/// Brings a database to the newest schema, one transaction a migration; another process may be doing the same. Throws
/// Error naming the migration when one fails; the database is then as the one before left it.
void migrate(SQLite::Database& database, const std::string& path, const std::vector<Migration>& migrations);

}  // namespace warpledger
