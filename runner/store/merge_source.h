#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>

#include "base/file.h"

namespace warpledger {

/// Attaches the ledger at `uri` to a connection as `other`, which conditions of LedgerTable call it.
void attach_other(SQLite::Database& database, const std::string& uri);

/// A ledger that others take rows from: it stays as it is, and is brought to the newest schema in a copy where it is
/// older.
class MergeSource {
 public:
  /// Throws Error when `path` is no ledger, is newer than this program, or its tables, indexes, triggers or views are
  /// not those of its schema. An older one is looked at page by page as well, before it is copied.
  MergeSource(const std::string& path, const std::string& schema_folder);

  /// The ledger in the newest schema: the file itself, or the copy.
  const std::string& path() const { return path_; }

  /// Throws Error naming the damaged rows when verify_ledger() finds any.
  void require_undamaged() const;

 private:
  void bring_up_to_date();

  std::string given_;  ///< the file as the caller named it
  std::string path_;
  std::string schema_folder_;
  std::optional<TemporaryFolder> copy_;
};

}  // namespace warpledger
