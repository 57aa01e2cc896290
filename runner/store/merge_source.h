#pragma once

#include <SQLiteCpp/Database.h>

#include <string>

namespace warpledger {

/// Attaches the ledger at `uri` to a connection as `other`, which conditions of LedgerTable call it.
void attach_other(SQLite::Database& database, const std::string& uri);

/// A ledger that others take rows from.
class MergeSource {
 public:
  /// Throws Error when `path` is not a ledger, its schema is another, or was changed.
  MergeSource(const std::string& path, const std::string& schema_folder);

  const std::string& path() const { return path_; }

  /// Throws Error naming the damaged rows when verify_ledger() finds any.
  void require_undamaged() const;

 private:
  std::string given_;  ///< the file as the caller named it
  std::string path_;
  std::string schema_folder_;
};

}  // namespace warpledger
