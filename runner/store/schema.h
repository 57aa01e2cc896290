#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

#include "store/views.h"

namespace warpledger {

/// A step of the schema: a file "0011_views.sql".
struct Migration {
  int number = 0;  ///< the schema version that it leads to
  std::string file;
  std::string sql;
};

/// The schema of an installation: the folder schema/.
class LedgerSchema {
 public:
  /// Throws Error when the folder is incomplete, or its migrations are not numbered without a gap.
  explicit LedgerSchema(const std::string& folder);

  /// The version of a new ledger.
  int version() const { return migrations_.back().number; }
  const Views& views() const { return views_; }

  /// Throws Error unless the ledger at `path`, of schema `version`, can be brought to this one.
  void require_known(const std::string& path, int version) const;

  /// Throws Error unless `version` is this one, with what to do.
  void require_current(const std::string& path, int version) const;

  /// Makes an empty database a ledger of this schema, or brings an older one to it, in one transaction; another process
  /// may be doing the same. Throws Error, with the ledger as it was, when it is newer or a migration fails.
  void bring_up_to_date(SQLite::Database& database, const std::string& path) const;

  /// Differences between a ledger's tables, indexes, triggers and views and those of this schema, in words ("changed:
  /// trigger note_no_update"); empty when there are none. Tables, views and indexes that others added are none; a
  /// trigger is.
  std::vector<std::string> differences(SQLite::Database& database) const;

  /// Throws Error naming the first of differences(): what such a ledger answers is not what was measured.
  void require_ours(SQLite::Database& database, const std::string& path) const;

 private:
  std::string folder_;
  std::string tables_;
  std::vector<Migration> migrations_;
  Views views_;
};

}  // namespace warpledger
