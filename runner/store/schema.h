#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

#include "store/views.h"

namespace warpledger {

/// A migration from a file such as "0011_views.sql".
struct Migration {
  int number = 0;  ///< resulting schema version
  std::string file;
  std::string sql;
};

/// An installation's folder schema/.
class LedgerSchema {
 public:
  /// Throws Error if the folder is incomplete or its migrations are not numbered consecutively.
  explicit LedgerSchema(const std::string& folder);

  /// Version of a new ledger.
  int version() const { return migrations_.back().number; }
  const Views& views() const { return views_; }

  /// Throws Error unless `version` can be migrated to this one.
  void require_known(const std::string& path, int version) const;

  /// Throws Error unless `version` is this one.
  void require_current(const std::string& path, int version) const;

  /// Makes an empty database a ledger, or migrates an older one, in one transaction; several processes may do so at the
  /// same time. Throws Error, with the ledger unchanged, if it is newer or a migration fails.
  void bring_up_to_date(SQLite::Database& database, const std::string& path) const;

  /// Lists missing and changed tables, indexes, triggers and views, and added triggers: "changed: trigger
  /// note_no_update".
  std::vector<std::string> differences(SQLite::Database& database) const;

  /// Throws Error naming the first of differences(): such a ledger's answers may not be what was measured.
  void require_ours(SQLite::Database& database, const std::string& path) const;

 private:
  std::string folder_;
  std::string tables_;
  std::vector<Migration> migrations_;
  Views views_;
};

}  // namespace warpledger
