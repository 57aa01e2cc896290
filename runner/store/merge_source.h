#pragma once

#include <SQLiteCpp/Database.h>

#include <string>

namespace warpledger {

/// Attaches the ledger at `uri` as `other`, the name in LedgerTable's conditions.
void attach_other(SQLite::Database& database, const std::string& uri);

/// A ledger to merge or export from.
class MergeSource {
 public:
  /// Throws Error if `path` is not a ledger or its schema is different or was modified.
  MergeSource(const std::string& path, const std::string& schema_folder);

  const std::string& path() const { return path_; }

  /// Throws Error naming the rows that verify_ledger() finds damaged.
  void require_undamaged() const;

 private:
  std::string given_;  ///< path as the caller wrote it
  std::string path_;
  std::string schema_folder_;
};

}  // namespace warpledger
