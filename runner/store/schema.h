#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

#include "store/views.h"

namespace warpledger {

/// A migration from a file such as "0011_views.sql".
struct Migration {
  int number = 0;  ///< schema version after it
  std::string file;
  std::string sql;
};

/// The schema of an installation: the folder schema/.
class LedgerSchema {
 public:
  /// Throws Error if the folder is incomplete or its migrations are not numbered consecutively.
  explicit LedgerSchema(const std::string& folder);

  /// Version of a new ledger.
  int version() const { return migrations_.back().number; }
  const Views& views() const { return views_; }

  /// Throws Error unless the ledger at `path`, of schema `version`, can be migrated to this one.
  void require_known(const std::string& path, int version) const;

  /// Throws Error, with a hint, unless `version` is this one.
  void require_current(const std::string& path, int version) const;

  /// Turns an empty database into a ledger, or migrates an older one, in one transaction; another process may be doing
  /// the same. Throws Error, with the ledger unchanged, if it is newer or a migration fails.
  void bring_up_to_date(SQLite::Database& database, const std::string& path) const;

  /// Lists the differences between a ledger's tables, indexes, triggers and views and those of this schema ("changed:
  /// trigger note_no_update"). Added tables, views and indexes are not differences; added triggers are.
  std::vector<std::string> differences(SQLite::Database& database) const;

  /// Throws Error naming the first of differences(): answers from such a ledger may not be what was measured.
  void require_ours(SQLite::Database& database, const std::string& path) const;

 private:
  std::string folder_;
  std::string tables_;
  std::vector<Migration> migrations_;
  Views views_;
};

}  // namespace warpledger
